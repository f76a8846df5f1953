import{a as d}from"./with-shelf.js";import{a as u,b as h}from"./with-mail-form.js";import{html as c}from"./app.js";import{lang as l,learn as g,otherLanguages as f,say as n}from"./app.js";import{pictured as y}from"./app.js";g({signInTitle:["Slow board games, by mail","Brettspiele in Ruhe, per Post"],signInLead:["You get an email when it is your turn, and answer in a few taps. When everybody chooses at once, nobody can read a sealed choice until all have sealed.","Du bekommst eine Mail, wenn du dran bist. Ein paar Klicks, und dein Zug ist gemacht. Wo alle gleichzeitig w\xE4hlen, kann niemand eine versiegelte Wahl lesen, bis alle versiegelt haben."],howFair:["Is it fair?","Geht es fair zu?"],playNow:["Play now","Jetzt spielen"]});var $=["./table.js","../typeface/regular.woff2","../typeface/bold.woff2"];function w({id:t,titles:e}){let s=t.split("@")[0],r=e[l()];return c`<li class="sheet">
    <img src="/rules/${s}/cover.${l()}.svg" alt="" decoding="async">
    <h2><a href="/rules/${s}?language=${l()}">${r}</a></h2>
    <form method="post" action="/play/${s}?language=${l()}">
      <input type="hidden" name="zone" value=${Intl.DateTimeFormat().resolvedOptions().timeZone??""}>
      <button class="seal" aria-label="${n("playNow")}: ${r}">${n("playNow")}</button></form>
  </li>`}var b=t=>c`<ul class="cards shelf doors">${t.map(w)}</ul>`;async function E(t){document.title=`Siegelpost \xB7 ${n("signInTitle")}`;let e={sent:null,error:null,busy:!1,typed:{mail:"",name:""}},s=await d(),r=()=>{e.sent=null,o(),document.querySelector("form.stack input[name=mail]")?.focus()},o=()=>t.show(c`
    <div class="front"><h1>${n("signInTitle")}</h1>${b(s)}
    <section class="sheet hero">
      <details id="sign-in" ?open=${location.hash==="#sign-in"}><summary><h2>${n("signIn")}</h2></summary>
      <p>${n("signInLead")}</p>
      ${u({...e,newcomer:!0,button:n("sendLink")},m,r)}</details>
      <p class="quiet"><a href="/fairness">${n("howFair")}</a> · <a href="/developers">${n("developers")}</a> ·
        ${f().map(({one:a,name:i})=>c`<a href="?language=${a}" lang=${a} hreflang=${a}>${i}</a> `)}</p>
    </section></div>`),m=async(a,i)=>{e.busy=!0,e.typed={mail:a,name:i},o();try{await h(a,i),e.sent=a,e.error=null}catch(p){e.error=p}e.busy=!1,o()};o(),addEventListener("hashchange",o),y().then(()=>$.forEach(a=>{fetch(new URL(a,import.meta.url)).catch(()=>{})}))}export{E as open};
