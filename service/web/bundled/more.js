import"./with-terms.js";import{learn as l,say as t}from"./app.js";import{html as s,nothing as i}from"./app.js";import{rulesLink as c}from"./app.js";import{closeMenu as o,sealing as u}from"./app.js";import{span as m,tempo as $}from"./app.js";l({aboutGame:["What the game is about","Worum es im Spiel geht"],timeFor:["More time for my answer","Mehr Zeit f\xFCr meine Antwort"],tableChat:["Whom the table awaits, in a chat","Auf wen der Tisch wartet, in einem Chat"],tableText:["The table as text","Der Tisch als Text"],resign:["Resign","Partie aufgeben"],resignSure:["Give up? The others win, and you cannot undo it.","Aufgeben? Die anderen gewinnen, und es l\xE4sst sich nicht zur\xFCcknehmen."],resignYes:["Yes, give up","Ja, aufgeben"],keepPlaying:["No, play on","Nein, weiterspielen"]});function v(e){let{match:n,words:a}=e,d=(n.extensions?.mine?.decisions.length??0)>0||(n.time_requests?.mine?.decisions.length??0)>0;return s`<ul class="ways-on">
      <li>${c(n.rules)}</li>
      ${e.story.length?s`<li><a href="#story" @click=${r}>${t("story")}</a></li>`:i}
      ${d?s`<li><a href="#ask" @click=${r}>${t("timeFor")}</a></li>`:i}
      <li><a href="/verify/${n.match}${e.query().replace("&","?")}">${t("verifyLink")}</a></li>
      ${n.status!=="closed"&&n.owner&&n.owner===e.page.me?.account?s`<li><a href=${`/account/chats?match=${n.match}`}>${t("tableChat")}</a></li>`:i}
      <li><a href="/fairness">${t("fairness")}</a></li>
      ${n.status==="running"&&n.seat!==null?s`<li>${h(e)}</li>`:i}</ul>
    ${e.keys?.mine(n)??i}${e.pauses?.mine(n)??i}${e.substitutes?.asking(n)??i}${e.handing?.menu(n)??i}
    <hr>
    <dl><dt>${t("pace")}</dt><dd>${$(n)}</dd>${n.vacation==="clock-stops"?s`<dt>${t("whileAway")}</dt><dd>${t("clockStops")}</dd>`:i}${n.assistants==="unwanted"?s`<dt>${t("aiHelp")}</dt><dd>${t("noAiHelp")}</dd>`:i}${n.hold_seconds?s`<dt>${t("held")}</dt><dd>${t("heldFor",{span:m(n.hold_seconds)})}</dd>`:i}${a.preset?s`<dt>${t("variant")}</dt><dd>${a.preset}</dd>`:i}</dl>
    ${a.table?s`<details><summary>${t("tableText")}</summary><pre tabindex="0">${a.table}</pre></details>`:i}
    <details><summary>${t("aboutGame")}</summary><p>${a.about}</p></details>`}var h=e=>e.askingToResign?s`<p>${t("resignSure")}</p><div class="acts"><button class="danger" @click=${()=>{g(e)}}>${t("resignYes")}</button>
      <button @click=${()=>{e.askingToResign=!1,e.render()}}>${t("keepPlaying")}</button></div>`:s`<button class="link danger" @click=${()=>{e.askingToResign=!0,e.render()}}>${t("resign")}</button>`;function r(e){e.preventDefault(),o();let n=document.querySelector(e.currentTarget.hash);n?.scrollIntoView(),n instanceof HTMLElement&&n.focus({preventScroll:!0})}async function g(e){e.askingToResign=!1,o(),await e.act(async()=>(await u()).resign(e.match))}export{v as more};
