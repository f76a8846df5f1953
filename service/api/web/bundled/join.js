import{b as P,c as R}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as B}from"./with-keep.js";import{a as k,e as v,g as L,h as u,m as S,n as T}from"./with-parts.js";import{d as g}from"./with-time.js";import{a as s,b as r}from"./with-lit-html.js";import{b as M}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as f,c as a,f as w}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function O(i){let y=`/v1/matches/${i.parts[0]}`,l=new URLSearchParams(location.search).get("invitation"),d=l?`&invitation=${encodeURIComponent(l)}`:"",[t,n]=await Promise.all([p("GET",`${y}?${d.slice(1)}`),p("GET",`${y}/words?language=${f()}${d}`)]);if(document.title=`${n.title} \xB7 Siegelpost`,t.seat!==null){location.replace(`/table/${t.match}`);return}let o={sent:null,error:null,busy:!1},b=t.seats.find(e=>e.player===t.owner)?.name??"",m=t.seats.filter(e=>e.player).length,h=t.status==="lobby"&&t.pending===null&&m<t.seats.length,j=async()=>{o.busy=!0,c();try{let e=await $?.draw();if(await M(t,d.slice(1),{...l?{invitation:l}:{},...e?{key:e.key}:{}}),!e)return location.assign(`/table/${t.match}`);i.show(R(t.match,e.file))}catch(e){o.error=e,o.busy=!1,c()}},q=async(e,x)=>{o.busy=!0,c();try{B(location.pathname+location.search),await T(e,x),o.sent=e,o.error=null}catch(A){o.error=A}o.busy=!1,c()},$=i.me&&h?await P(t.match,d.slice(1)):null,c=()=>i.show(s`
    <section class="sheet narrow invitation">
      <p class="kicker">${b?a("invites",{name:b}):l?a("invitedBySomebody"):a("openTable")}</p>
      <h1>${n.title}</h1>
      ${n.title===n.game?r:s`<p class="lead">${n.game}</p>`}
      <p>${n.about} ${v(t.rules)}</p>
      <dl>
        ${n.preset?s`<dt>${a("variant")}</dt><dd>${n.preset}</dd>`:r}
        <dt>${a("pace")}</dt><dd>${g(t)}</dd>
        ${u(t)&&!l?s`<dt>${a("takes")}</dt><dd>${u(t)}</dd>`:r}
        ${m&&t.status==="lobby"?s`<dt>${a("whoSits")}</dt><dd>${w(t.seats.filter(e=>e.player).map(e=>L(t,e.seat)))}</dd>`:r}
        <dt>${a("seats")}</dt><dd>${a("seatsTaken",{taken:m,all:t.seats.length})}</dd>
      </dl>
      ${o.error&&i.me?s`<p role="alert" class="alert">${k(o.error)}</p>`:r}
      ${h?i.me?s`${$?.earlier?s`<p class="notice">${a("earlierProtocol")}</p>`:r}${$?.asked()}<button class="seal big" ?disabled=${o.busy} @click=${j}>${a("sitDown")}</button>`:S({...o,newcomer:!0,button:a("joinByMail"),lead:a("joinByMailLead")},q):s`<p class="notice">${a("tooLate")}</p><p><a class="button" href="/lobby">${a("lobby")}</a></p>`}
    </section>`);c()}export{O as open};
