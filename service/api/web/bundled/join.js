import{b as M,c as P}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as A}from"./with-keep.js";import{a as k,e as v,g as L,h as u,m as S,n as T}from"./with-parts.js";import{d as g}from"./with-time.js";import{a as s,b as i}from"./with-lit-html.js";import{b as B}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as p}from"./with-api.js";import{a as w,c as e,f}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";async function O(l){let y=`/v1/matches/${l.parts[0]}`,r=new URLSearchParams(location.search).get("invitation"),d=r?`&invitation=${encodeURIComponent(r)}`:"",[t,n]=await Promise.all([p("GET",`${y}?${d.slice(1)}`),p("GET",`${y}/words?language=${w()}${d}`)]);if(document.title=`${n.title} \xB7 Siegelpost`,t.seat!==null){location.replace(`/table/${t.match}`);return}let o={sent:null,error:null,busy:!1},b=t.seats.find(a=>a.player===t.owner)?.name??"",$=t.seats.filter(a=>a.player).length,h=t.status==="lobby"&&t.pending===null&&$<t.seats.length,R=async()=>{o.busy=!0,c();try{let a=await m?.draw();if(await B(t,d.slice(1),{...r?{invitation:r}:{},...a?{key:a.key}:{}}),!a)return location.assign(`/table/${t.match}`);l.show(P(t.match,a.file))}catch(a){o.error=a,o.busy=!1,c()}},j=async(a,q)=>{o.busy=!0,c();try{A(location.pathname+location.search),await T(a,q),o.sent=a,o.error=null}catch(x){o.error=x}o.busy=!1,c()},m=l.me&&h?await M(t.match,d.slice(1)):null,c=()=>l.show(s`
    <section class="sheet narrow invitation">
      <p class="kicker">${b?e("invites",{name:b}):r?e("invitedBySomebody"):e("openTable")}</p>
      <h1>${n.title}</h1>
      ${n.title===n.game?i:s`<p class="lead">${n.game}</p>`}
      <p>${n.about} ${v(t.rules)}</p>
      <dl>
        ${n.preset?s`<dt>${e("variant")}</dt><dd>${n.preset}</dd>`:i}
        <dt>${e("pace")}</dt><dd>${g(t)}</dd>
        ${t.vacation==="clock-stops"?s`<dt>${e("whileAway")}</dt><dd>${e("clockStops")}</dd>`:i}
        ${u(t)&&!r?s`<dt>${e("takes")}</dt><dd>${u(t)}</dd>`:i}
        ${$&&t.status==="lobby"?s`<dt>${e("whoSits")}</dt><dd>${f(t.seats.filter(a=>a.player).map(a=>L(t,a.seat)))}</dd>`:i}
        <dt>${e("seats")}</dt><dd>${e("seatsTaken",{taken:$,all:t.seats.length})}</dd>
      </dl>
      ${o.error&&l.me?s`<p role="alert" class="alert">${k(o.error)}</p>`:i}
      ${h?l.me?s`${m?.earlier?s`<p class="notice">${e("earlierProtocol")}</p>`:i}${m?.asked()}<button class="seal big" ?disabled=${o.busy} @click=${R}>${e("sitDown")}</button>`:S({...o,newcomer:!0,button:e("joinByMail"),lead:e("joinByMailLead")},j):s`<p class="notice">${e("tooLate")}</p><p><a class="button" href="/lobby">${e("lobby")}</a></p>`}
    </section>`);c()}export{O as open};
