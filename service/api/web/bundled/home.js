import{g as B,h as E}from"./with-keep.js";import{a as I,f as b,i as w,j as L,k as G,l as O,m as q,n as x}from"./with-parts.js";import{a as $}from"./with-time.js";import{a as l,b as f}from"./with-lit-html.js";import{a as F}from"./with-rematch.js";import"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d}from"./with-api.js";import{a as g,c as s,f as S}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function et(t){if(t.me===null)return D(t);let e=E();if(e){B(null),location.replace(e);return}document.title=`${s("home")} \xB7 Siegelpost`,await y(t),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void y(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void y(t).catch(()=>{}),6e4)}async function y(t){let[e,i]=await Promise.all([d("GET","/v1/me/waiting"),d("GET","/v1/me/matches?limit=100")]);await H(i.matches);let r=new Map(e.waiting.map(u=>[u.match,u])),o=null,c=async u=>{try{await F(u)}catch(m){o=m,a()}},a=()=>t.show(R(t.me,i.matches,r,e.absences,c,o));a()}function R(t,e,i,r,o,c){let a=e.map(n=>n.title);M=new Set(a.filter((n,p)=>a.indexOf(n)!==p));let u=e.filter(n=>i.has(n.match));u.sort((n,p)=>Number(i.get(n.match)?.seconds_left??1/0)-Number(i.get(p.match)?.seconds_left??1/0));let m=e.filter(n=>n.status==="running"&&!i.has(n.match)),j=e.filter(n=>n.status==="lobby"),T=e.filter(n=>n.status==="closed");return l`
    <h1>${s("home")}</h1>
    ${c?l`<p role="alert" class="alert">${I(c)}</p>`:f}
    ${e.length===0?l`<section class="sheet empty"><p>${s("noTables")} ${s("createFirst")}</p>
          <p><a class="button seal" href="/new">${s("new")}</a> <a class="button" href="/lobby">${s("lobby")}</a></p>
          <p><a href=${N()}>${s("whichGames")}</a></p></section>`:l`${h("away",s("awayTitle"),r.map(n=>z(n,e)))}<section aria-labelledby="turn"><h2 id="turn">${s("yourTurn")}</h2>
          ${u.length?l`<ul class="cards">${u.map(n=>Y(n,i.get(n.match)))}</ul>`:l`<p class="quiet">${s("nothingWaits")} ${s("nothingWaitsLead")}</p>`}
        </section>`}
    ${h("others",s("othersTurn"),m.map(n=>v(n,P(n))))}
    ${h("filling",s("inLobby"),j.map(n=>v(n,s("seatsTaken",{taken:n.seats.filter(p=>p.player).length,all:n.seats.length}))))}
    ${U(t)}${W(T)}
    ${h("over",s("finished"),T.map(n=>v(n,O(n),n.outcome?l`<button class="small" @click=${()=>o(n)}>${s("rematch")}</button>`:f)))}`}var U=t=>t?.reliability&&t.reliability.percent!==null?l`<p class="statistics">${s("reliability",{percent:t.reliability.percent,answered:t.reliability.answered,asked:t.reliability.asked})}</p>`:f;function W(t){let e=t.filter(a=>a.outcome!==null&&a.seat!==null&&a.seats.length>1);if(e.length<2)return f;let i=a=>a.outcome.winners,r=e.filter(a=>i(a).includes(Number(a.seat))&&i(a).length<a.seats.length).length,o=e.filter(a=>i(a).length===a.seats.length).length,c=e.filter(a=>a.over==="finished").length;return l`<p class="statistics">${s("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}var _=new Map;async function H(t){if(t.length===0)return;let{rules:e}=await d("GET","/v1/rules");_=new Map(e.map(i=>[i.id,String(i.titles[g()])]));for(let i of t){let r=e.find(o=>o.id===i.rules);r&&r.title===i.title&&(i.title=String(r.titles[g()]))}}var k=t=>_.get(t.rules)===t.title?"":_.get(t.rules)??"";function P(t){return t.paused_until_at?s("pausesUntil",{moment:$(t.paused_until_at)}):t.waiting_for.length?s("waitsFor",{names:S(t.waiting_for.map(e=>b(t,e)))}):s(t.hold_seconds?"isHeldBack":"isBeingResolved")}var A=t=>M.has(t.title)?s("begun",{moment:$(t.created_at)}):"",M=new Set;function Y(t,e){return e?l`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[k(t),L(e.decision.id),w(t),A(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${G(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${s("answer")}</span>
  </a></li>`:f}var N=()=>`/rules?language=${g()}`,z=(t,e)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span>${t.missed.seat===t.seat?s("awayYou"):s("awayOther",{name:C(e.find(i=>i.match===t.match),t.missed.seat)})}</span></a></li>`,C=(t,e)=>t?b(t,e):"",h=(t,e,i)=>i.length?l`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${i}</ul></section>`:f,v=(t,e,i)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[k(t),w(t),A(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${i}</li>`;function D(t){document.title=`Siegelpost \xB7 ${s("signInTitle")}`;let e={sent:null,error:null,busy:!1},i=()=>t.show(l`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${s("signInTitle")}</h1>
      <p class="lead">${s("signInLead")}</p>
      ${q({...e,newcomer:!0,button:s("sendLink")},r)}
      <p><a href=${N()}>${s("whichGames")}</a></p>
      <p class="quiet"><a href="/fairness">${s("howFair")}</a> <a href="/lobby">${s("lobby")}</a> · <a href="/developers">${s("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,i();try{await x(o,c),e.sent=o,e.error=null}catch(a){e.error=a}e.busy=!1,i()};i()}export{et as open};
