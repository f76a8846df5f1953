import{g as B,h as E}from"./with-keep.js";import{a as F}from"./with-sitting.js";import{a as v,c as _,g as T,h as m,i as I,j as S,k as L,l as q,m as x}from"./with-parts.js";import{a,b as p}from"./with-lit-html.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as g}from"./with-api.js";import{a as d,c as i,f as y}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function J(t){if(t.me===null)return k(t);let e=E();if(e){B(null),location.replace(e);return}document.title=`${i("home")} \xB7 Siegelpost`,await b(t),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void b(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void b(t).catch(()=>{}),6e4)}async function b(t){let[e,s]=await Promise.all([g("GET","/v1/me/waiting"),g("GET","/v1/me/matches?limit=100")]);await j(s.matches);let r=new Map(e.waiting.map(f=>[f.match,f])),o=null,c=async f=>{try{let h=await F(W(f),crypto.randomUUID(),async()=>null);location.assign(`/table/${h.match}`)}catch(h){o=h,l()}},l=()=>t.show(G(s.matches,r,c,o));l()}function G(t,e,s,r){let o=t.map(n=>n.title);A=new Set(o.filter((n,u)=>o.indexOf(n)!==u));let c=t.filter(n=>e.has(n.match));c.sort((n,u)=>Number(e.get(n.match)?.seconds_left??1/0)-Number(e.get(u.match)?.seconds_left??1/0));let l=t.filter(n=>n.status==="running"&&!e.has(n.match)),f=t.filter(n=>n.status==="lobby"),h=t.filter(n=>n.status==="closed");return a`
    <h1>${i("home")}</h1>
    ${r?a`<p role="alert" class="alert">${_(r)}</p>`:p}
    ${t.length===0?a`<section class="sheet empty"><p>${i("noTables")} ${i("createFirst")}</p>
          <p><a class="button seal" href="/new">${i("new")}</a> <a class="button" href="/lobby">${i("lobby")}</a></p></section>`:a`<section aria-labelledby="turn"><h2 id="turn">${i("yourTurn")}</h2>
          ${c.length?a`<ul class="cards">${c.map(n=>U(n,e.get(n.match)))}</ul>`:a`<p class="quiet">${i("nothingWaits")} ${i("nothingWaitsLead")}</p>`}
        </section>`}
    ${$("others",i("othersTurn"),l.map(n=>w(n,n.waiting_for.length?i("waitsFor",{names:y(n.waiting_for.map(u=>T(n,u)))}):i("isBeingResolved"))))}
    ${$("filling",i("inLobby"),f.map(n=>w(n,i("seatsTaken",{taken:n.seats.filter(u=>u.player).length,all:n.seats.length}))))}
    ${N(h)}
    ${$("over",i("finished"),h.map(n=>w(n,L(n),n.outcome?a`<button class="small" @click=${()=>s(n)}>${i("rematch")}</button>`:p)))}`}function N(t){let e=t.filter(l=>l.outcome!==null&&l.seat!==null&&l.seats.length>1);if(e.length<2)return p;let s=l=>l.outcome.winners,r=e.filter(l=>s(l).includes(Number(l.seat))&&s(l).length<l.seats.length).length,o=e.filter(l=>s(l).length===l.seats.length).length,c=e.filter(l=>l.over==="finished").length;return a`<p class="statistics">${i("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}async function j(t){if(d()==="en"||t.length===0)return;let{rules:e}=await g("GET","/v1/rules");for(let s of t){let r=e.find(o=>o.id===s.rules);r&&r.title===s.title&&(s.title=r.titles[d()])}}var O=t=>A.has(t.title)?i("begun",{moment:v(t.created_at)}):"",A=new Set;function U(t,e){return e?a`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[I(e.decision.id),m(t),O(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${S(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${i("answer")}</span>
  </a></li>`:p}var $=(t,e,s)=>s.length?a`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${s}</ul></section>`:p,w=(t,e,s)=>a`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[m(t),O(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${s}</li>`;function W(t){let e=t.seats.filter(s=>s.seat!==t.seat);return{rules:t.rules.split("@")[0],seats:t.seats.length,options:t.options,title:t.title,pace:t.pace,grace_seconds:t.grace_seconds,visibility:"private",bots:e.filter(s=>s.bot).map(s=>s.bot),invite:e.filter(s=>!s.bot&&s.player).map(s=>s.player)}}function k(t){document.title=`Siegelpost \xB7 ${i("signInTitle")}`;let e={sent:null,error:null,busy:!1},s=()=>t.show(a`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${i("signInTitle")}</h1>
      <p class="lead">${i("signInLead")}</p>
      ${q({...e,newcomer:!0,button:i("sendLink")},r)}
      <p class="quiet"><a href="/fairness">${i("howFair")}</a> <a href="/lobby">${i("lobby")}</a> · <a href="/developers">${i("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,s();try{await x(o,c),e.sent=o,e.error=null}catch(l){e.error=l}e.busy=!1,s()};s()}export{J as open};
