import{b as M,c as j}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{g as B}from"./with-keep.js";import{a as T,e as S,g as L,h as u,m as P,n as A}from"./with-parts.js";import{c as k,d as v}from"./with-time.js";import{a as o,b as s}from"./with-lit-html.js";import{b as D}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{d as $}from"./with-api.js";import{a as w,c as e,d as f,f as g}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";f({whoSits:["At the table","Am Tisch"],takes:["Takes","Nimmt"],invites:["{name} invites you","{name} l\xE4dt dich ein"],invitedBySomebody:["You are invited","Du bist eingeladen"],openTable:["An open table","Ein offener Tisch"],sitDown:["Sit down and play","Platz nehmen und spielen"],joinByMail:["Sit down by mail","Per Mail Platz nehmen"],joinByMailLead:["We send you a link. With it you have a seat and an account; there is no password.","Wir schicken dir einen Link. Damit hast du einen Platz und ein Konto; ein Passwort gibt es nicht."],tooLate:["This table has begun without you, or is closed.","Dieser Tisch hat schon begonnen oder ist geschlossen."]});async function J(l){let p=`/v1/matches/${l.parts[0]}`,r=new URLSearchParams(location.search).get("invitation"),c=r?`&invitation=${encodeURIComponent(r)}`:"",[t,i]=await Promise.all([$("GET",`${p}?${c.slice(1)}`),$("GET",`${p}/words?language=${w()}${c}`)]);if(document.title=`${i.title} \xB7 Siegelpost`,t.seat!==null||t.status==="running"){location.replace(`/table/${t.match}${t.seat===null?location.search:""}`);return}let a={sent:null,error:null,busy:!1},y=t.seats.find(n=>n.player===t.owner)?.name??"",h=t.seats.filter(n=>n.player).length,b=t.status==="lobby"&&t.pending===null&&h<t.seats.length,z=async()=>{a.busy=!0,d();try{let n=await m?.draw();if(await D(t,c.slice(1),{...r?{invitation:r}:{},...n?{key:n.key}:{}}),!n)return location.assign(`/table/${t.match}`);l.show(j(t.match,n.file))}catch(n){a.error=n,a.busy=!1,d()}},E=async(n,F)=>{a.busy=!0,d();try{B(location.pathname+location.search),await A(n,F),a.sent=n,a.error=null}catch(R){a.error=R}a.busy=!1,d()},m=l.me&&b?await M(t.match,c.slice(1)):null,d=()=>l.show(o`
    <section class="sheet narrow invitation">
      <p class="kicker">${y?e("invites",{name:y}):r?e("invitedBySomebody"):e("openTable")}</p>
      <h1>${i.title}</h1>
      ${i.title===i.game?s:o`<p class="lead">${i.game}</p>`}
      <p>${i.about} ${S(t.rules)}</p>
      <dl>
        ${i.preset?o`<dt>${e("variant")}</dt><dd>${i.preset}</dd>`:s}
        <dt>${e("pace")}</dt><dd>${v(t)}</dd>
        ${t.vacation==="clock-stops"?o`<dt>${e("whileAway")}</dt><dd>${e("clockStops")}</dd>`:s}
        ${t.hold_seconds?o`<dt>${e("held")}</dt><dd>${e("heldFor",{span:k(t.hold_seconds)})}</dd>`:s}
        ${u(t)&&!r?o`<dt>${e("takes")}</dt><dd>${u(t)}</dd>`:s}
        ${h&&t.status==="lobby"?o`<dt>${e("whoSits")}</dt><dd>${g(t.seats.filter(n=>n.player).map(n=>L(t,n.seat)))}</dd>`:s}
        <dt>${e("seats")}</dt><dd>${e("seatsTaken",{taken:h,all:t.seats.length})}</dd>
      </dl>
      ${a.error&&l.me?o`<p role="alert" class="alert">${T(a.error)}</p>`:s}
      ${b?l.me?o`${m?.earlier?o`<p class="notice">${e("earlierProtocol")}</p>`:s}${m?.asked()}<button class="seal big" ?disabled=${a.busy} @click=${z}>${e("sitDown")}</button>`:P({...a,newcomer:!0,button:e("joinByMail"),lead:e("joinByMailLead")},E):o`<p class="notice">${e("tooLate")}</p><p><a class="button" href="/lobby">${e("lobby")}</a></p>`}
    </section>`);d()}export{J as open};
