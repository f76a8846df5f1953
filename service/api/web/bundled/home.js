import{g as B,h as F}from"./with-keep.js";import{a as I,f as w,i as y,j as L,k as E,l as O,m as q,n as x}from"./with-parts.js";import{a as b}from"./with-time.js";import{a as l,b as f}from"./with-lit-html.js";import{a as k}from"./with-rematch.js";import"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d}from"./with-api.js";import{a as h,c as s,f as G}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var _=[];async function st(t){if(t.me===null)return J(t);let e=F();if(e){B(null),location.replace(e);return}document.title=`${s("home")} \xB7 Siegelpost`,await g(t),d("GET","/v1/meta").then(async({halted:i,announcement:r})=>{_=[i,r?.[h()]].filter(o=>typeof o=="string"),_.length&&await g(t)}).catch(()=>{}),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void g(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void g(t).catch(()=>{}),6e4)}async function g(t){let[e,i]=await Promise.all([d("GET","/v1/me/waiting"),d("GET","/v1/me/matches?limit=100")]);await P(i.matches);let r=new Map(e.waiting.map(u=>[u.match,u])),o=null,c=async u=>{try{await k(u)}catch($){o=$,a()}},a=()=>t.show(U(t.me,i.matches,r,e.absences,c,o));a()}function U(t,e,i,r,o,c){let a=e.map(n=>n.title);N=new Set(a.filter((n,p)=>a.indexOf(n)!==p));let u=e.filter(n=>i.has(n.match));u.sort((n,p)=>Number(i.get(n.match)?.seconds_left??1/0)-Number(i.get(p.match)?.seconds_left??1/0));let $=e.filter(n=>n.status==="running"&&!i.has(n.match)),R=e.filter(n=>n.status==="lobby"),S=e.filter(n=>n.status==="closed");return l`
    <h1>${s("home")}</h1>
    ${_.map(n=>l`<p class="notice" role="status">${n}</p>`)}
    ${c?l`<p role="alert" class="alert">${I(c)}</p>`:f}
    ${e.length===0?l`<section class="sheet empty"><p>${s("noTables")} ${s("createFirst")}</p>
          <p><a class="button seal" href="/new">${s("new")}</a> <a class="button" href="/lobby">${s("lobby")}</a></p>
          <p><a href=${j()}>${s("whichGames")}</a></p></section>`:l`${m("away",s("awayTitle"),r.map(n=>C(n,e)))}<section aria-labelledby="turn"><h2 id="turn">${s("yourTurn")}</h2>
          ${u.length?l`<ul class="cards">${u.map(n=>z(n,i.get(n.match)))}</ul>`:l`<p class="quiet">${s("nothingWaits")} ${s("nothingWaitsLead")}</p>`}
        </section>`}
    ${m("others",s("othersTurn"),$.map(n=>v(n,Y(n))))}
    ${m("filling",s("inLobby"),R.map(n=>v(n,s("seatsTaken",{taken:n.seats.filter(p=>p.player).length,all:n.seats.length}))))}
    ${W(t)}${H(S)}
    ${m("over",s("finished"),S.map(n=>v(n,O(n),n.outcome?l`<button class="small" @click=${()=>o(n)}>${s("rematch")}</button>`:f)))}`}var W=t=>t?.reliability&&t.reliability.percent!==null?l`<p class="statistics">${s("reliability",{percent:t.reliability.percent,answered:t.reliability.answered,asked:t.reliability.asked})}</p>`:f;function H(t){let e=t.filter(a=>a.outcome!==null&&a.seat!==null&&a.seats.length>1);if(e.length<2)return f;let i=a=>a.outcome.winners,r=e.filter(a=>i(a).includes(Number(a.seat))&&i(a).length<a.seats.length).length,o=e.filter(a=>i(a).length===a.seats.length).length,c=e.filter(a=>a.over==="finished").length;return l`<p class="statistics">${s("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}var T=new Map;async function P(t){if(t.length===0)return;let{rules:e}=await d("GET","/v1/rules");T=new Map(e.map(i=>[i.id,String(i.titles[h()])]));for(let i of t){let r=e.find(o=>o.id===i.rules);r&&r.title===i.title&&(i.title=String(r.titles[h()]))}}var A=t=>T.get(t.rules)===t.title?"":T.get(t.rules)??"";function Y(t){return t.paused_until_at?s("pausesUntil",{moment:b(t.paused_until_at)}):t.waiting_for.length?s("waitsFor",{names:G(t.waiting_for.map(e=>w(t,e)))}):s(t.hold_seconds?"isHeldBack":"isBeingResolved")}var M=t=>N.has(t.title)?s("begun",{moment:b(t.created_at)}):"",N=new Set;function z(t,e){return e?l`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[A(t),L(e.decision.id),y(t),M(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${E(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${s("answer")}</span>
  </a></li>`:f}var j=()=>`/rules?language=${h()}`,C=(t,e)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span>${t.missed.seat===t.seat?s("awayYou"):s("awayOther",{name:D(e.find(i=>i.match===t.match),t.missed.seat)})}</span></a></li>`,D=(t,e)=>t?w(t,e):"",m=(t,e,i)=>i.length?l`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${i}</ul></section>`:f,v=(t,e,i)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[A(t),y(t),M(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${i}</li>`;function J(t){document.title=`Siegelpost \xB7 ${s("signInTitle")}`;let e={sent:null,error:null,busy:!1},i=()=>t.show(l`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${s("signInTitle")}</h1>
      <p class="lead">${s("signInLead")}</p>
      ${q({...e,newcomer:!0,button:s("sendLink")},r)}
      <p><a href=${j()}>${s("whichGames")}</a></p>
      <p class="quiet"><a href="/fairness">${s("howFair")}</a> <a href="/lobby">${s("lobby")}</a> · <a href="/developers">${s("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,i();try{await x(o,c),e.sent=o,e.error=null}catch(a){e.error=a}e.busy=!1,i()};i()}export{st as open};
