import{g as B,h as E}from"./with-keep.js";import{a as v,c as T,g as _,h as p,i as I,j as L,k as S,l as q,m as x}from"./with-parts.js";import{a,b as h}from"./with-lit-html.js";import{a as F}from"./with-rematch.js";import"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as m}from"./with-api.js";import{a as d,c as s,f as y}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function J(t){if(t.me===null)return k(t);let e=E();if(e){B(null),location.replace(e);return}document.title=`${s("home")} \xB7 Siegelpost`,await $(t),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void $(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void $(t).catch(()=>{}),6e4)}async function $(t){let[e,l]=await Promise.all([m("GET","/v1/me/waiting"),m("GET","/v1/me/matches?limit=100")]);await j(l.matches);let r=new Map(e.waiting.map(f=>[f.match,f])),o=null,c=async f=>{try{await F(f)}catch(g){o=g,i()}},i=()=>t.show(G(l.matches,r,c,o));i()}function G(t,e,l,r){let o=t.map(n=>n.title);A=new Set(o.filter((n,u)=>o.indexOf(n)!==u));let c=t.filter(n=>e.has(n.match));c.sort((n,u)=>Number(e.get(n.match)?.seconds_left??1/0)-Number(e.get(u.match)?.seconds_left??1/0));let i=t.filter(n=>n.status==="running"&&!e.has(n.match)),f=t.filter(n=>n.status==="lobby"),g=t.filter(n=>n.status==="closed");return a`
    <h1>${s("home")}</h1>
    ${r?a`<p role="alert" class="alert">${T(r)}</p>`:h}
    ${t.length===0?a`<section class="sheet empty"><p>${s("noTables")} ${s("createFirst")}</p>
          <p><a class="button seal" href="/new">${s("new")}</a> <a class="button" href="/lobby">${s("lobby")}</a></p></section>`:a`<section aria-labelledby="turn"><h2 id="turn">${s("yourTurn")}</h2>
          ${c.length?a`<ul class="cards">${c.map(n=>W(n,e.get(n.match)))}</ul>`:a`<p class="quiet">${s("nothingWaits")} ${s("nothingWaitsLead")}</p>`}
        </section>`}
    ${b("others",s("othersTurn"),i.map(n=>w(n,n.waiting_for.length?s("waitsFor",{names:y(n.waiting_for.map(u=>_(n,u)))}):s("isBeingResolved"))))}
    ${b("filling",s("inLobby"),f.map(n=>w(n,s("seatsTaken",{taken:n.seats.filter(u=>u.player).length,all:n.seats.length}))))}
    ${N(g)}
    ${b("over",s("finished"),g.map(n=>w(n,S(n),n.outcome?a`<button class="small" @click=${()=>l(n)}>${s("rematch")}</button>`:h)))}`}function N(t){let e=t.filter(i=>i.outcome!==null&&i.seat!==null&&i.seats.length>1);if(e.length<2)return h;let l=i=>i.outcome.winners,r=e.filter(i=>l(i).includes(Number(i.seat))&&l(i).length<i.seats.length).length,o=e.filter(i=>l(i).length===i.seats.length).length,c=e.filter(i=>i.over==="finished").length;return a`<p class="statistics">${s("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}async function j(t){if(d()==="en"||t.length===0)return;let{rules:e}=await m("GET","/v1/rules");for(let l of t){let r=e.find(o=>o.id===l.rules);r&&r.title===l.title&&(l.title=r.titles[d()])}}var O=t=>A.has(t.title)?s("begun",{moment:v(t.created_at)}):"",A=new Set;function W(t,e){return e?a`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[I(e.decision.id),p(t),O(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${L(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${s("answer")}</span>
  </a></li>`:h}var b=(t,e,l)=>l.length?a`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${l}</ul></section>`:h,w=(t,e,l)=>a`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[p(t),O(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${l}</li>`;function k(t){document.title=`Siegelpost \xB7 ${s("signInTitle")}`;let e={sent:null,error:null,busy:!1},l=()=>t.show(a`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${s("signInTitle")}</h1>
      <p class="lead">${s("signInLead")}</p>
      ${q({...e,newcomer:!0,button:s("sendLink")},r)}
      <p class="quiet"><a href="/fairness">${s("howFair")}</a> <a href="/lobby">${s("lobby")}</a> · <a href="/developers">${s("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,l();try{await x(o,c),e.sent=o,e.error=null}catch(i){e.error=i}e.busy=!1,l()};l()}export{J as open};
