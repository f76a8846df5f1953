import{b as P,c as R}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as F}from"./with-keep.js";import{a as v,e as L,g as S,h as u,m as T,n as B}from"./with-parts.js";import{c as g,d as k}from"./with-time.js";import{a as s,b as l}from"./with-lit-html.js";import{b as M}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as f,c as e,f as w}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function O(r){let h=`/v1/matches/${r.parts[0]}`,i=new URLSearchParams(location.search).get("invitation"),d=i?`&invitation=${encodeURIComponent(i)}`:"",[t,n]=await Promise.all([p("GET",`${h}?${d.slice(1)}`),p("GET",`${h}/words?language=${f()}${d}`)]);if(document.title=`${n.title} \xB7 Siegelpost`,t.seat!==null){location.replace(`/table/${t.match}`);return}let o={sent:null,error:null,busy:!1},y=t.seats.find(a=>a.player===t.owner)?.name??"",$=t.seats.filter(a=>a.player).length,b=t.status==="lobby"&&t.pending===null&&$<t.seats.length,j=async()=>{o.busy=!0,c();try{let a=await m?.draw();if(await M(t,d.slice(1),{...i?{invitation:i}:{},...a?{key:a.key}:{}}),!a)return location.assign(`/table/${t.match}`);r.show(R(t.match,a.file))}catch(a){o.error=a,o.busy=!1,c()}},q=async(a,x)=>{o.busy=!0,c();try{F(location.pathname+location.search),await B(a,x),o.sent=a,o.error=null}catch(A){o.error=A}o.busy=!1,c()},m=r.me&&b?await P(t.match,d.slice(1)):null,c=()=>r.show(s`
    <section class="sheet narrow invitation">
      <p class="kicker">${y?e("invites",{name:y}):i?e("invitedBySomebody"):e("openTable")}</p>
      <h1>${n.title}</h1>
      ${n.title===n.game?l:s`<p class="lead">${n.game}</p>`}
      <p>${n.about} ${L(t.rules)}</p>
      <dl>
        ${n.preset?s`<dt>${e("variant")}</dt><dd>${n.preset}</dd>`:l}
        <dt>${e("pace")}</dt><dd>${k(t.pace)}</dd>
        ${t.hold_seconds?s`<dt>${e("held")}</dt><dd>${e("heldFor",{span:g(t.hold_seconds)})}</dd>`:l}
        ${u(t)&&!i?s`<dt>${e("takes")}</dt><dd>${u(t)}</dd>`:l}
        ${$&&t.status==="lobby"?s`<dt>${e("whoSits")}</dt><dd>${w(t.seats.filter(a=>a.player).map(a=>S(t,a.seat)))}</dd>`:l}
        <dt>${e("seats")}</dt><dd>${e("seatsTaken",{taken:$,all:t.seats.length})}</dd>
      </dl>
      ${o.error&&r.me?s`<p role="alert" class="alert">${v(o.error)}</p>`:l}
      ${b?r.me?s`${m?.earlier?s`<p class="notice">${e("earlierProtocol")}</p>`:l}${m?.asked()}<button class="seal big" ?disabled=${o.busy} @click=${j}>${e("sitDown")}</button>`:T({...o,newcomer:!0,button:e("joinByMail"),lead:e("joinByMailLead")},q):s`<p class="notice">${e("tooLate")}</p><p><a class="button" href="/lobby">${e("lobby")}</a></p>`}
    </section>`);c()}export{O as open};
