import{b as M,c as P}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as B}from"./with-keep.js";import{a as v,e as L,g as S,h as u,m as T,n as A}from"./with-parts.js";import{c as g,d as k}from"./with-time.js";import{a as s,b as n}from"./with-lit-html.js";import{b as F}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as w,c as e,f}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function O(r){let h=`/v1/matches/${r.parts[0]}`,i=new URLSearchParams(location.search).get("invitation"),d=i?`&invitation=${encodeURIComponent(i)}`:"",[t,l]=await Promise.all([p("GET",`${h}?${d.slice(1)}`),p("GET",`${h}/words?language=${w()}${d}`)]);if(document.title=`${l.title} \xB7 Siegelpost`,t.seat!==null||t.status==="running"){location.replace(`/table/${t.match}${t.seat===null?location.search:""}`);return}let o={sent:null,error:null,busy:!1},y=t.seats.find(a=>a.player===t.owner)?.name??"",$=t.seats.filter(a=>a.player).length,b=t.status==="lobby"&&t.pending===null&&$<t.seats.length,R=async()=>{o.busy=!0,c();try{let a=await m?.draw();if(await F(t,d.slice(1),{...i?{invitation:i}:{},...a?{key:a.key}:{}}),!a)return location.assign(`/table/${t.match}`);r.show(P(t.match,a.file))}catch(a){o.error=a,o.busy=!1,c()}},j=async(a,q)=>{o.busy=!0,c();try{B(location.pathname+location.search),await A(a,q),o.sent=a,o.error=null}catch(x){o.error=x}o.busy=!1,c()},m=r.me&&b?await M(t.match,d.slice(1)):null,c=()=>r.show(s`
    <section class="sheet narrow invitation">
      <p class="kicker">${y?e("invites",{name:y}):i?e("invitedBySomebody"):e("openTable")}</p>
      <h1>${l.title}</h1>
      ${l.title===l.game?n:s`<p class="lead">${l.game}</p>`}
      <p>${l.about} ${L(t.rules)}</p>
      <dl>
        ${l.preset?s`<dt>${e("variant")}</dt><dd>${l.preset}</dd>`:n}
        <dt>${e("pace")}</dt><dd>${k(t)}</dd>
        ${t.vacation==="clock-stops"?s`<dt>${e("whileAway")}</dt><dd>${e("clockStops")}</dd>`:n}
        ${t.hold_seconds?s`<dt>${e("held")}</dt><dd>${e("heldFor",{span:g(t.hold_seconds)})}</dd>`:n}
        ${u(t)&&!i?s`<dt>${e("takes")}</dt><dd>${u(t)}</dd>`:n}
        ${$&&t.status==="lobby"?s`<dt>${e("whoSits")}</dt><dd>${f(t.seats.filter(a=>a.player).map(a=>S(t,a.seat)))}</dd>`:n}
        <dt>${e("seats")}</dt><dd>${e("seatsTaken",{taken:$,all:t.seats.length})}</dd>
      </dl>
      ${o.error&&r.me?s`<p role="alert" class="alert">${v(o.error)}</p>`:n}
      ${b?r.me?s`${m?.earlier?s`<p class="notice">${e("earlierProtocol")}</p>`:n}${m?.asked()}<button class="seal big" ?disabled=${o.busy} @click=${R}>${e("sitDown")}</button>`:T({...o,newcomer:!0,button:e("joinByMail"),lead:e("joinByMailLead")},j):s`<p class="notice">${e("tooLate")}</p><p><a class="button" href="/lobby">${e("lobby")}</a></p>`}
    </section>`);c()}export{O as open};
