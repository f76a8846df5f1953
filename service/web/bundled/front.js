import{a as d}from"./with-shelf.js";import{a as u,b as h}from"./with-mail-form.js";import{html as c}from"./app.js";import{lang as l,learn as g,otherLanguages as f,say as a}from"./app.js";import{pictured as y}from"./app.js";g({signInTitle:["Slow board games, by mail","Brettspiele in Ruhe, per Post"],signInLead:["You get an email when it is your turn, and answer in a few taps. When everybody chooses at once, nobody can read a sealed choice until all have sealed.","Du bekommst eine Mail, wenn du dran bist. Ein paar Klicks, und dein Zug ist gemacht. Wo alle gleichzeitig w\xE4hlen, kann niemand eine versiegelte Wahl lesen, bis alle versiegelt haben."],byPasskey:["Sign in with a passkey","Mit Passkey anmelden"],howFair:["Is it fair?","Geht es fair zu?"],playNow:["Play now","Jetzt spielen"]});var $=["./table.js","../typeface/regular.woff2","../typeface/bold.woff2"];function w({id:s,titles:e}){let t=s.split("@")[0],i=e[l()];return c`<li class="sheet">
    <img src="/rules/${t}/cover.${l()}.svg" alt="" decoding="async">
    <h2><a href="/rules/${t}?language=${l()}">${i}</a></h2>
    <form method="post" action="/play/${t}?language=${l()}">
      <input type="hidden" name="zone" value=${Intl.DateTimeFormat().resolvedOptions().timeZone??""}>
      <button class="seal" aria-label="${a("playNow")}: ${i}">${a("playNow")}</button></form>
  </li>`}var b=s=>c`<ul class="cards shelf doors">${s.map(w)}</ul>`;async function z(s){document.title=`Siegelpost \xB7 ${a("signInTitle")}`;let e={sent:null,error:null,busy:!1,typed:{mail:"",name:""}},t=await d(),i=()=>{e.sent=null,o(),document.querySelector("form.stack input[name=mail]")?.focus()},o=()=>s.show(c`
    <div class="front"><h1>${a("signInTitle")}</h1>${b(t)}
    <section class="sheet hero">
      <details id="sign-in" ?open=${location.hash==="#sign-in"}><summary><h2>${a("signIn")}</h2></summary>
      <p>${a("signInLead")}</p>
      ${u({...e,newcomer:!0,button:a("sendLink")},m,i)}
      <p><a href="/sign-in">${a("byPasskey")}</a></p></details>
      <p class="quiet"><a href="/fairness">${a("howFair")}</a> · <a href="/developers">${a("developers")}</a> ·
        ${f().map(({one:n,name:r})=>c`<a href="?language=${n}" lang=${n} hreflang=${n}>${r}</a> `)}</p>
    </section></div>`),m=async(n,r)=>{e.busy=!0,e.typed={mail:n,name:r},o();try{await h(n,r),e.sent=n,e.error=null}catch(p){e.error=p}e.busy=!1,o()};o(),addEventListener("hashchange",o),y().then(()=>$.forEach(n=>{fetch(new URL(n,import.meta.url)).catch(()=>{})}))}export{z as open};
