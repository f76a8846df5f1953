import"./with-terms.js";import{learn as l,say as i}from"./app.js";import{html as t,nothing as s}from"./app.js";import{rulesLink as c}from"./app.js";import{closeMenu as o,sealing as u}from"./app.js";import{span as m,tempo as $}from"./app.js";l({aboutGame:["What the game is about","Worum es im Spiel geht"],timeFor:["More time for my answer","Mehr Zeit f\xFCr meine Antwort"],tableText:["The table as text","Der Tisch als Text"],resign:["Resign","Partie aufgeben"],resignSure:["Give up? The others win, and you cannot undo it.","Aufgeben? Die anderen gewinnen, und es l\xE4sst sich nicht zur\xFCcknehmen."],resignYes:["Yes, give up","Ja, aufgeben"],keepPlaying:["No, play on","Nein, weiterspielen"]});function v(e){let{match:n,words:r}=e,d=(n.extensions?.mine?.decisions.length??0)>0||(n.time_requests?.mine?.decisions.length??0)>0;return t`<ul class="ways-on">
      <li>${c(n.rules)}</li>
      ${e.story.length?t`<li><a href="#story" @click=${a}>${i("story")}</a></li>`:s}
      ${d?t`<li><a href="#ask" @click=${a}>${i("timeFor")}</a></li>`:s}
      <li><a href="/verify/${n.match}${e.query().replace("&","?")}">${i("verifyLink")}</a></li>
      <li><a href="/fairness">${i("fairness")}</a></li>
      ${n.status==="running"&&n.seat!==null?t`<li>${g(e)}</li>`:s}</ul>
    ${e.keys?.mine(n)??s}${e.pauses?.mine(n)??s}${e.substitutes?.asking(n)??s}${e.handing?.menu(n)??s}
    <hr>
    <dl><dt>${i("pace")}</dt><dd>${$(n)}</dd>${n.vacation==="clock-stops"?t`<dt>${i("whileAway")}</dt><dd>${i("clockStops")}</dd>`:s}${n.assistants==="unwanted"?t`<dt>${i("aiHelp")}</dt><dd>${i("noAiHelp")}</dd>`:s}${n.hold_seconds?t`<dt>${i("held")}</dt><dd>${i("heldFor",{span:m(n.hold_seconds)})}</dd>`:s}${r.preset?t`<dt>${i("variant")}</dt><dd>${r.preset}</dd>`:s}</dl>
    ${r.table?t`<details><summary>${i("tableText")}</summary><pre tabindex="0">${r.table}</pre></details>`:s}
    <details><summary>${i("aboutGame")}</summary><p>${r.about}</p></details>`}var g=e=>e.askingToResign?t`<p>${i("resignSure")}</p><div class="acts"><button class="danger" @click=${()=>{p(e)}}>${i("resignYes")}</button>
      <button @click=${()=>{e.askingToResign=!1,e.render()}}>${i("keepPlaying")}</button></div>`:t`<button class="link danger" @click=${()=>{e.askingToResign=!0,e.render()}}>${i("resign")}</button>`;function a(e){e.preventDefault(),o();let n=document.querySelector(e.currentTarget.hash);n?.scrollIntoView(),n instanceof HTMLElement&&n.focus({preventScroll:!0})}async function p(e){e.askingToResign=!1,o(),await e.act(async()=>(await u()).resign(e.match))}export{v as more};
