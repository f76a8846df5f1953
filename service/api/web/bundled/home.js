import{g as E,h as F}from"./with-keep.js";import{a as L,f as b,i as w,j as G,k as O,l as q,m as x,n as B}from"./with-parts.js";import{a as $}from"./with-time.js";import{a as l,b as f}from"./with-lit-html.js";import{a as M}from"./with-rematch.js";import"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as g}from"./with-api.js";import{a as h,c as i,f as I}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function st(t){if(t.me===null)return J(t);let e=F();if(e){E(null),location.replace(e);return}document.title=`${i("home")} \xB7 Siegelpost`,await y(t),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void y(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void y(t).catch(()=>{}),6e4)}async function y(t){let[e,n]=await Promise.all([g("GET","/v1/me/waiting"),g("GET","/v1/me/matches?limit=100")]);await P(n.matches);let r=new Map(e.waiting.map(u=>[u.match,u])),o=null,c=async u=>{try{await M(u)}catch(m){o=m,a()}},a=()=>t.show(W(t.me,n.matches,r,e.absences,c,o));a()}function W(t,e,n,r,o,c){let a=e.map(s=>s.title);j=new Set(a.filter((s,p)=>a.indexOf(s)!==p));let u=e.filter(s=>n.has(s.match));u.sort((s,p)=>Number(n.get(s.match)?.seconds_left??1/0)-Number(n.get(p.match)?.seconds_left??1/0));let m=e.filter(s=>s.status==="running"&&!n.has(s.match)),U=e.filter(s=>s.status==="lobby"),S=e.filter(s=>s.status==="closed");return l`
    <h1>${i("home")}</h1>
    ${c?l`<p role="alert" class="alert">${L(c)}</p>`:f}
    ${e.length===0?l`<section class="sheet empty"><p>${i("noTables")} ${i("createFirst")}</p>
          <p><a class="button seal" href="/new">${i("new")}</a> <a class="button" href="/lobby">${i("lobby")}</a></p>
          <p><a href=${R()}>${i("whichGames")}</a></p></section>`:l`${d("missed",i("awayTitleYou"),r.filter(_).map(s=>k(s,e)))}${d("away",i("awayTitle"),r.filter(s=>!_(s)).map(s=>k(s,e)))}<section aria-labelledby="turn"><h2 id="turn">${i("yourTurn")}</h2>
          ${u.length?l`<ul class="cards">${u.map(s=>C(s,n.get(s.match)))}</ul>`:l`<p class="quiet">${i("nothingWaits")} ${i("nothingWaitsLead")}</p>`}
        </section>`}
    ${d("others",i("othersTurn"),m.map(s=>v(s,z(s))))}
    ${d("filling",i("inLobby"),U.map(s=>v(s,i("seatsTaken",{taken:s.seats.filter(p=>p.player).length,all:s.seats.length}))))}
    ${Y(t)}${H(S)}
    ${d("over",i("finished"),S.map(s=>v(s,q(s),s.outcome?l`<button class="small" @click=${()=>o(s)}>${i("rematch")}</button>`:f)))}`}var _=t=>t.missed.seat===t.seat,Y=t=>t?.reliability&&t.reliability.percent!==null?l`<p class="statistics">${i("reliability",{percent:t.reliability.percent,answered:t.reliability.answered,asked:t.reliability.asked})}</p>`:f;function H(t){let e=t.filter(a=>a.outcome!==null&&a.seat!==null&&a.seats.length>1);if(e.length<2)return f;let n=a=>a.outcome.winners,r=e.filter(a=>n(a).includes(Number(a.seat))&&n(a).length<a.seats.length).length,o=e.filter(a=>n(a).length===a.seats.length).length,c=e.filter(a=>a.over==="finished").length;return l`<p class="statistics">${i("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}var T=new Map;async function P(t){if(t.length===0)return;let{rules:e}=await g("GET","/v1/rules");T=new Map(e.map(n=>[n.id,String(n.titles[h()])]));for(let n of t){let r=e.find(o=>o.id===n.rules);r&&r.title===n.title&&(n.title=String(r.titles[h()]))}}var A=t=>T.get(t.rules)===t.title?"":T.get(t.rules)??"";function z(t){return t.paused_until_at?i("pausesUntil",{moment:$(t.paused_until_at)}):t.waiting_for.length?i("waitsFor",{names:I(t.waiting_for.map(e=>b(t,e)))}):i(t.hold_seconds?"isHeldBack":"isBeingResolved")}var N=t=>j.has(t.title)?i("begun",{moment:$(t.created_at)}):"",j=new Set;function C(t,e){return e?l`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[A(t),G(e.decision.id),w(t),N(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${O(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${i("answer")}</span>
  </a></li>`:f}var R=()=>`/rules?language=${h()}`,k=(t,e)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span>${_(t)?i("awayYou"):i("awayOther",{name:D(e.find(n=>n.match===t.match),t.missed.seat)})}</span></a></li>`,D=(t,e)=>t?b(t,e):"",d=(t,e,n)=>n.length?l`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${n}</ul></section>`:f,v=(t,e,n)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[A(t),w(t),N(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${n}</li>`;function J(t){document.title=`Siegelpost \xB7 ${i("signInTitle")}`;let e={sent:null,error:null,busy:!1},n=()=>t.show(l`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${i("signInTitle")}</h1>
      <p class="lead">${i("signInLead")}</p>
      ${x({...e,newcomer:!0,button:i("sendLink")},r)}
      <p><a href=${R()}>${i("whichGames")}</a></p>
      <p class="quiet"><a href="/fairness">${i("howFair")}</a> <a href="/lobby">${i("lobby")}</a> · <a href="/developers">${i("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,n();try{await B(o,c),e.sent=o,e.error=null}catch(a){e.error=a}e.busy=!1,n()};n()}export{st as open};
