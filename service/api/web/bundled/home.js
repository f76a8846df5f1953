import{g as O,h as B}from"./with-keep.js";import{a as L,f as b,i as w,j as S,k as E,l as G,m as q,n as x}from"./with-parts.js";import{a as I}from"./with-time.js";import{a as l,b as f}from"./with-lit-html.js";import{a as F}from"./with-rematch.js";import"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as d,c as n,f as _}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var v=[];async function Z(t){if(t.me===null)return C(t);let e=B();if(e){O(null),location.replace(e);return}document.title=`${n("home")} \xB7 Siegelpost`,await m(t),p("GET","/v1/meta").then(async({halted:i,announcement:r})=>{v=[i,r?.[d()]].filter(o=>typeof o=="string"),v.length&&await m(t)}).catch(()=>{}),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void m(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void m(t).catch(()=>{}),6e4)}async function m(t){let[e,i]=await Promise.all([p("GET","/v1/me/waiting"),p("GET","/v1/me/matches?limit=100")]);await P(i.matches);let r=new Map(e.waiting.map(u=>[u.match,u])),o=null,c=async u=>{try{await F(u)}catch($){o=$,a()}},a=()=>t.show(R(t.me,i.matches,r,e.absences,c,o));a()}function R(t,e,i,r,o,c){let a=e.map(s=>s.title);A=new Set(a.filter((s,h)=>a.indexOf(s)!==h));let u=e.filter(s=>i.has(s.match));u.sort((s,h)=>Number(i.get(s.match)?.seconds_left??1/0)-Number(i.get(h.match)?.seconds_left??1/0));let $=e.filter(s=>s.status==="running"&&!i.has(s.match)),j=e.filter(s=>s.status==="lobby"),T=e.filter(s=>s.status==="closed");return l`
    <h1>${n("home")}</h1>
    ${v.map(s=>l`<p class="notice" role="status">${s}</p>`)}
    ${c?l`<p role="alert" class="alert">${L(c)}</p>`:f}
    ${e.length===0?l`<section class="sheet empty"><p>${n("noTables")} ${n("createFirst")}</p>
          <p><a class="button seal" href="/new">${n("new")}</a> <a class="button" href="/lobby">${n("lobby")}</a></p>
          <p><a href=${N()}>${n("whichGames")}</a></p></section>`:l`${g("away",n("awayTitle"),r.map(s=>Y(s,e)))}<section aria-labelledby="turn"><h2 id="turn">${n("yourTurn")}</h2>
          ${u.length?l`<ul class="cards">${u.map(s=>U(s,i.get(s.match)))}</ul>`:l`<p class="quiet">${n("nothingWaits")} ${n("nothingWaitsLead")}</p>`}
        </section>`}
    ${g("others",n("othersTurn"),$.map(s=>y(s,s.waiting_for.length?n("waitsFor",{names:_(s.waiting_for.map(h=>b(s,h)))}):n("isBeingResolved"))))}
    ${g("filling",n("inLobby"),j.map(s=>y(s,n("seatsTaken",{taken:s.seats.filter(h=>h.player).length,all:s.seats.length}))))}
    ${W(t)}${M(T)}
    ${g("over",n("finished"),T.map(s=>y(s,G(s),s.outcome?l`<button class="small" @click=${()=>o(s)}>${n("rematch")}</button>`:f)))}`}var W=t=>t?.reliability&&t.reliability.percent!==null?l`<p class="statistics">${n("reliability",{percent:t.reliability.percent,answered:t.reliability.answered,asked:t.reliability.asked})}</p>`:f;function M(t){let e=t.filter(a=>a.outcome!==null&&a.seat!==null&&a.seats.length>1);if(e.length<2)return f;let i=a=>a.outcome.winners,r=e.filter(a=>i(a).includes(Number(a.seat))&&i(a).length<a.seats.length).length,o=e.filter(a=>i(a).length===a.seats.length).length,c=e.filter(a=>a.over==="finished").length;return l`<p class="statistics">${n("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}async function P(t){if(d()==="en"||t.length===0)return;let{rules:e}=await p("GET","/v1/rules");for(let i of t){let r=e.find(o=>o.id===i.rules);r&&r.title===i.title&&(i.title=r.titles[d()])}}var k=t=>A.has(t.title)?n("begun",{moment:I(t.created_at)}):"",A=new Set;function U(t,e){return e?l`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[S(e.decision.id),w(t),k(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${E(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${n("answer")}</span>
  </a></li>`:f}var N=()=>`/rules?language=${d()}`,Y=(t,e)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span>${t.missed.seat===t.seat?n("awayYou"):n("awayOther",{name:z(e.find(i=>i.match===t.match),t.missed.seat)})}</span></a></li>`,z=(t,e)=>t?b(t,e):"",g=(t,e,i)=>i.length?l`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${i}</ul></section>`:f,y=(t,e,i)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[w(t),k(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${i}</li>`;function C(t){document.title=`Siegelpost \xB7 ${n("signInTitle")}`;let e={sent:null,error:null,busy:!1},i=()=>t.show(l`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${n("signInTitle")}</h1>
      <p class="lead">${n("signInLead")}</p>
      ${q({...e,newcomer:!0,button:n("sendLink")},r)}
      <p><a href=${N()}>${n("whichGames")}</a></p>
      <p class="quiet"><a href="/fairness">${n("howFair")}</a> <a href="/lobby">${n("lobby")}</a> · <a href="/developers">${n("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,i();try{await x(o,c),e.sent=o,e.error=null}catch(a){e.error=a}e.busy=!1,i()};i()}export{Z as open};
