import{b as l}from"./with-seat-key.js";import{a as o}from"./with-fair-words.js";import{j as n}from"./with-seal.js";import{a as i}from"./with-download.js";import{learn as c,say as s}from"./app.js";import{html as r,nothing as p}from"./app.js";c(o);c({toTheTable:["To the table","Zum Tisch"]});var d=e=>r`<div class="custody"><label class="switch"><input type="checkbox" @change=${t=>e(t.target.checked)}>${s("signMoves")}</label>
  <p class="quiet">${s("signMovesMeans")}</p></div>`;async function $(){let e=await n(),t=!1;return{asked:()=>e?d(a=>{t=a}):p,draw:async a=>t?await l(a):null}}var f=(e,t)=>r`<section class="sheet narrow">
  <h1>${s("keyTitle")}</h1><p>${s("keyLead")}</p>
  <div class="acts"><button @click=${()=>i(t,`siegelpost-key-${e}.json`)}>${s("keySave")}</button>
    <a class="button seal" href="/table/${e}">${s("toTheTable")}</a></div></section>`;export{$ as a,f as b};
