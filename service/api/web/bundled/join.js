import{b as B,c as M}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as L}from"./with-keep.js";import{b as f,c as w,f as g,l as k,m as v}from"./with-parts.js";import{a as n,b as c}from"./with-lit-html.js";import{b as T}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as b,c as e}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function C(r){let $=`/v1/matches/${r.parts[0]}`,l=new URLSearchParams(location.search).get("invitation"),m=l?`&invitation=${encodeURIComponent(l)}`:"",[t,s]=await Promise.all([p("GET",`${$}?${m.slice(1)}`),p("GET",`${$}/words?language=${b()}${m}`)]);if(document.title=`${s.title} \xB7 Siegelpost`,t.seat!==null){location.replace(`/table/${t.match}`);return}let o={sent:null,error:null,busy:!1},u=t.seats.find(a=>a.player===t.owner)?.name??"",y=t.seats.filter(a=>a.player).length,h=t.status==="lobby"&&t.pending===null&&y<t.seats.length,P=async()=>{o.busy=!0,i();try{let a=await d?.draw();if(await T(t,m.slice(1),{...l?{invitation:l}:{},...a?{key:a.key}:{}}),!a)return location.assign(`/table/${t.match}`);r.show(M(t.match,a.file))}catch(a){o.error=a,o.busy=!1,i()}},S=async(a,j)=>{o.busy=!0,i();try{L(location.pathname+location.search),await v(a,j),o.sent=a,o.error=null}catch(q){o.error=q}o.busy=!1,i()},d=r.me&&h?await B(t.match,m.slice(1)):null,i=()=>r.show(n`
    <section class="sheet narrow invitation">
      <p class="kicker">${u?e("invites",{name:u}):l?e("invitedBySomebody"):e("openTable")}</p>
      <h1>${s.title}</h1>
      ${s.title===s.game?c:n`<p class="lead">${s.game}</p>`}
      <p>${s.about} ${g(t.rules)}</p>
      <dl>
        ${s.preset?n`<dt>${e("variant")}</dt><dd>${s.preset}</dd>`:c}
        <dt>${e("pace")}</dt><dd>${f(t.pace)}</dd>
        <dt>${e("seats")}</dt><dd>${e("seatsTaken",{taken:y,all:t.seats.length})}</dd>
      </dl>
      ${o.error&&r.me?n`<p role="alert" class="alert">${w(o.error)}</p>`:c}
      ${h?r.me?n`${d?.earlier?n`<p class="notice">${e("earlierProtocol")}</p>`:c}${d?.asked()}<button class="seal big" ?disabled=${o.busy} @click=${P}>${e("sitDown")}</button>`:k({...o,newcomer:!0,button:e("joinByMail"),lead:e("joinByMailLead")},S):n`<p class="notice">${e("tooLate")}</p><p><a class="button" href="/lobby">${e("lobby")}</a></p>`}
    </section>`);i()}export{C as open};
