import{call as m}from"./app.js";import{html as c,nothing as u}from"./app.js";import{lang as a,learn as f,say as e}from"./app.js";f({shelf:["What is played here","Was hier gespielt wird"],manyPlay:["{count} players","{count} Spieler"],manyFromTo:["{first} to {last}","{first} bis {last}"],howItGoes:["How it is played","So wird gespielt"],openOne:["Open a table","Einen Tisch er\xF6ffnen"]});async function b(){let{rules:l}=await m("GET","/v1/rules").catch(()=>({rules:[]}));return l.filter(n=>n.superseded_by===null)}var w=l=>l.length===0?u:c`<section aria-labelledby="shelf"><h2 id="shelf">${e("shelf")}</h2>
  <ul class="cards shelf">${l.map(g)}</ul></section>`;function g({id:l,titles:n,about:h,seats:t}){let s=l.split("@")[0],o=n[a()],[r=2,i=r]=[t.at(0),t.at(-1)],p=t.length>2&&i-r===t.length-1?e("manyFromTo",{first:r,last:i}):new Intl.ListFormat(a(),{type:"disjunction"}).format(t.map(String));return c`<li class="sheet">
    <img src="/rules/${s}/cover.${a()}.svg" alt="" loading="lazy" decoding="async">
    <h3>${o}</h3>
    <p class="quiet">${e("manyPlay",{count:p})}</p>
    <p>${h[a()]}</p>
    <p class="acts"><a class="button" href="/rules/${s}?language=${a()}" aria-label="${e("howItGoes")}: ${o}">${e("howItGoes")}</a>
      <a class="button seal" href="/new?game=${s}" aria-label="${e("openOne")}: ${o}">${e("openOne")}</a></p>
  </li>`}export{b as a,w as b};
