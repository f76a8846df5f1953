import{g as B,h as F}from"./with-keep.js";import{a as S,f as b,i as w,j as E,k as G,l as q,m as x,n as O}from"./with-parts.js";import{a as L}from"./with-time.js";import{a as l,b as f}from"./with-lit-html.js";import{a as k}from"./with-rematch.js";import"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as d,c as i,f as I}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var v=[];async function tt(t){if(t.me===null)return D(t);let e=F();if(e){B(null),location.replace(e);return}document.title=`${i("home")} \xB7 Siegelpost`,await g(t),p("GET","/v1/meta").then(async({halted:n,announcement:r})=>{v=[n,r?.[d()]].filter(o=>typeof o=="string"),v.length&&await g(t)}).catch(()=>{}),document.addEventListener("visibilitychange",()=>document.visibilityState==="visible"&&void g(t).catch(()=>{})),setInterval(()=>document.visibilityState==="visible"&&void g(t).catch(()=>{}),6e4)}async function g(t){let[e,n]=await Promise.all([p("GET","/v1/me/waiting"),p("GET","/v1/me/matches?limit=100")]);await U(n.matches);let r=new Map(e.waiting.map(u=>[u.match,u])),o=null,c=async u=>{try{await k(u)}catch($){o=$,a()}},a=()=>t.show(W(t.me,n.matches,r,e.absences,c,o));a()}function W(t,e,n,r,o,c){let a=e.map(s=>s.title);j=new Set(a.filter((s,h)=>a.indexOf(s)!==h));let u=e.filter(s=>n.has(s.match));u.sort((s,h)=>Number(n.get(s.match)?.seconds_left??1/0)-Number(n.get(h.match)?.seconds_left??1/0));let $=e.filter(s=>s.status==="running"&&!n.has(s.match)),R=e.filter(s=>s.status==="lobby"),_=e.filter(s=>s.status==="closed");return l`
    <h1>${i("home")}</h1>
    ${v.map(s=>l`<p class="notice" role="status">${s}</p>`)}
    ${c?l`<p role="alert" class="alert">${S(c)}</p>`:f}
    ${e.length===0?l`<section class="sheet empty"><p>${i("noTables")} ${i("createFirst")}</p>
          <p><a class="button seal" href="/new">${i("new")}</a> <a class="button" href="/lobby">${i("lobby")}</a></p>
          <p><a href=${M()}>${i("whichGames")}</a></p></section>`:l`${m("missed",i("awayTitleYou"),r.filter(T).map(s=>A(s,e)))}${m("away",i("awayTitle"),r.filter(s=>!T(s)).map(s=>A(s,e)))}<section aria-labelledby="turn"><h2 id="turn">${i("yourTurn")}</h2>
          ${u.length?l`<ul class="cards">${u.map(s=>z(s,n.get(s.match)))}</ul>`:l`<p class="quiet">${i("nothingWaits")} ${i("nothingWaitsLead")}</p>`}
        </section>`}
    ${m("others",i("othersTurn"),$.map(s=>y(s,s.waiting_for.length?i("waitsFor",{names:I(s.waiting_for.map(h=>b(s,h)))}):i("isBeingResolved"))))}
    ${m("filling",i("inLobby"),R.map(s=>y(s,i("seatsTaken",{taken:s.seats.filter(h=>h.player).length,all:s.seats.length}))))}
    ${Y(t)}${P(_)}
    ${m("over",i("finished"),_.map(s=>y(s,q(s),s.outcome?l`<button class="small" @click=${()=>o(s)}>${i("rematch")}</button>`:f)))}`}var T=t=>t.missed.seat===t.seat,Y=t=>t?.reliability&&t.reliability.percent!==null?l`<p class="statistics">${i("reliability",{percent:t.reliability.percent,answered:t.reliability.answered,asked:t.reliability.asked})}</p>`:f;function P(t){let e=t.filter(a=>a.outcome!==null&&a.seat!==null&&a.seats.length>1);if(e.length<2)return f;let n=a=>a.outcome.winners,r=e.filter(a=>n(a).includes(Number(a.seat))&&n(a).length<a.seats.length).length,o=e.filter(a=>n(a).length===a.seats.length).length,c=e.filter(a=>a.over==="finished").length;return l`<p class="statistics">${i("statistics",{played:e.length,won:r,drawn:o,ended:c})}</p>`}async function U(t){if(d()==="en"||t.length===0)return;let{rules:e}=await p("GET","/v1/rules");for(let n of t){let r=e.find(o=>o.id===n.rules);r&&r.title===n.title&&(n.title=r.titles[d()])}}var N=t=>j.has(t.title)?i("begun",{moment:L(t.created_at)}):"",j=new Set;function z(t,e){return e?l`<li><a class="card asked" href="/table/${t.match}">
    <strong>${t.title}</strong>
    <span class="quiet">${[E(e.decision.id),w(t),N(t)].filter(Boolean).join(" \xB7 ")}</span>
    ${G(e.deadline_at,e.seconds_left)}
    <span class="button seal" aria-hidden="true">${i("answer")}</span>
  </a></li>`:f}var M=()=>`/rules?language=${d()}`,A=(t,e)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span>${T(t)?i("awayYou"):i("awayOther",{name:C(e.find(n=>n.match===t.match),t.missed.seat)})}</span></a></li>`,C=(t,e)=>t?b(t,e):"",m=(t,e,n)=>n.length?l`<section aria-labelledby=${t}><h2 id=${t}>${e}</h2><ul class="rows">${n}</ul></section>`:f,y=(t,e,n)=>l`<li><a href="/table/${t.match}"><strong>${t.title}</strong>
  <span class="quiet">${[w(t),N(t)].filter(Boolean).join(" \xB7 ")}</span><span>${e}</span></a>${n}</li>`;function D(t){document.title=`Siegelpost \xB7 ${i("signInTitle")}`;let e={sent:null,error:null,busy:!1},n=()=>t.show(l`
    <section class="sheet hero">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>
      <h1>${i("signInTitle")}</h1>
      <p class="lead">${i("signInLead")}</p>
      ${x({...e,newcomer:!0,button:i("sendLink")},r)}
      <p><a href=${M()}>${i("whichGames")}</a></p>
      <p class="quiet"><a href="/fairness">${i("howFair")}</a> <a href="/lobby">${i("lobby")}</a> · <a href="/developers">${i("developers")}</a></p>
    </section>`),r=async(o,c)=>{e.busy=!0,n();try{await O(o,c),e.sent=o,e.error=null}catch(a){e.error=a}e.busy=!1,n()};n()}export{tt as open};
