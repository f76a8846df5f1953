import{b as M,c as P}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as B}from"./with-keep.js";import{a as v,e as L,g as S,h,m as T,n as A}from"./with-parts.js";import{c as g,d as k}from"./with-time.js";import{a as s,b as n}from"./with-lit-html.js";import{b as F}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as w,c as e,f}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function O(r){let u=`/v1/matches/${r.parts[0]}`,i=new URLSearchParams(location.search).get("invitation"),c=i?`&invitation=${encodeURIComponent(i)}`:"",[t,l]=await Promise.all([p("GET",`${u}?${c.slice(1)}`),p("GET",`${u}/words?language=${w()}${c}`)]);if(document.title=`${l.title} \xB7 Siegelpost`,t.seat!==null){location.replace(`/table/${t.match}`);return}let a={sent:null,error:null,busy:!1},y=t.seats.find(o=>o.player===t.owner)?.name??"",$=t.seats.filter(o=>o.player).length,b=t.status==="lobby"&&t.pending===null&&$<t.seats.length,R=async()=>{a.busy=!0,d();try{let o=await m?.draw();if(await F(t,c.slice(1),{...i?{invitation:i}:{},...o?{key:o.key}:{}}),!o)return location.assign(`/table/${t.match}`);r.show(P(t.match,o.file))}catch(o){a.error=o,a.busy=!1,d()}},j=async(o,q)=>{a.busy=!0,d();try{B(location.pathname+location.search),await A(o,q),a.sent=o,a.error=null}catch(x){a.error=x}a.busy=!1,d()},m=r.me&&b?await M(t.match,c.slice(1)):null,d=()=>r.show(s`
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
        ${h(t)&&!i?s`<dt>${e("takes")}</dt><dd>${h(t)}</dd>`:n}
        ${$&&t.status==="lobby"?s`<dt>${e("whoSits")}</dt><dd>${f(t.seats.filter(o=>o.player).map(o=>S(t,o.seat)))}</dd>`:n}
        <dt>${e("seats")}</dt><dd>${e("seatsTaken",{taken:$,all:t.seats.length})}</dd>
      </dl>
      ${a.error&&r.me?s`<p role="alert" class="alert">${v(a.error)}</p>`:n}
      ${b?r.me?s`${m?.earlier?s`<p class="notice">${e("earlierProtocol")}</p>`:n}${m?.asked()}<button class="seal big" ?disabled=${a.busy} @click=${R}>${e("sitDown")}</button>`:T({...a,newcomer:!0,button:e("joinByMail"),lead:e("joinByMailLead")},j):s`<p class="notice">${e("tooLate")}</p><p><a class="button" href="/lobby">${e("lobby")}</a></p>`}
    </section>`);d()}export{O as open};
