import{b as r}from"./with-seat-key.js";import{a as o}from"./with-fair-words.js";import{j as n}from"./with-seal.js";import{a as i}from"./with-download.js";import{learn as l,say as e}from"./app.js";import{html as c,nothing as d}from"./app.js";l(o);l({advanced:["Advanced","F\xFCr Fortgeschrittene"],toTheTable:["To the table","Zum Tisch"]});var m=t=>c`<details><summary>${e("advanced")}</summary><label class="switch"><input type="checkbox" @change=${a=>t(a.target.checked)}>${e("signMoves")}</label>
  <p class="quiet">${e("signMovesMeans")}</p></details>`;async function $(){let t=await n(),a=!1;return{asked:()=>t?m(s=>{a=s}):d,draw:async s=>a?await r(s):null}}var g=(t,a)=>c`<section class="sheet narrow">
  <h1>${e("keyTitle")}</h1><p>${e("keyLead")}</p>
  <div class="acts"><button @click=${()=>i(a,`siegelpost-key-${t}.json`)}>${e("keySave")}</button>
    <a class="button seal" href="/table/${t}">${e("toTheTable")}</a></div></section>`;export{$ as a,g as b};
