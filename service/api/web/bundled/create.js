import{a as E,c as F}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{c as x,e as A,f as D}from"./with-parts.js";import{a,b as n}from"./with-lit-html.js";import{a as _}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as U,d as g}from"./with-api.js";import{a as $,c as s}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var u=86400,b={two:()=>({kind:"duration",seconds:2*u}),day:()=>({kind:"duration",seconds:u}),week:()=>({kind:"duration",seconds:7*u}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},O=i=>i.length>1?s("fromTo",{low:Math.min(...i),high:Math.max(...i)}):String(i[0]);async function N(i){if(i.me===null){location.replace("/");return}document.title=`${s("createTitle")} \xB7 Siegelpost`;let{rules:G}=await g("GET","/v1/rules"),y=await E(),w=G.filter(t=>t.superseded_by===null),e={game:w[0],preset:"",seats:2,whom:"bots",error:null,busy:!1},v=crypto.randomUUID(),m=[],k=t=>{e.game=t,m=[],e.whom==="programs"&&(e.whom="bots"),S(t.presets[0]??""),I(t)},I=async t=>{let r=await g("GET",`/v1/bots?game=${encodeURIComponent(String(t.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));e.game===t&&(m=r.bots.filter(c=>c.free),m.length&&o())},S=t=>{e.preset=t,p().includes(e.seats)||(e.seats=p()[0]??2),o()},p=()=>e.game.preset_seats[e.preset]??e.game.seats,M=()=>Array.from({length:{bots:e.seats-1,programs:e.seats-2}[e.whom]??0},()=>"steady"),C=async t=>{t.preventDefault();let r=new FormData(t.target),c=String(r.get("mails")??"").split(/[\s,;]+/).filter(Boolean),f=b[String(r.get("pace"))]??b.two,d={rules:e.game.id.split("@")[0],seats:e.seats,options:{},title:String(r.get("title")??"").trim(),pace:f?.(),grace_seconds:e.whom==="bots"||e.whom==="programs"?0:60,visibility:e.whom==="anybody"?"open":"private",bots:M(),invite:e.whom==="friends"?c:e.whom==="programs"?[String(r.get("program"))]:[]};e.busy=!0,o();try{let h=await g("GET",`/v1/rules/${encodeURIComponent(e.game.id)}`);d.options=h.presets[e.preset]??{};let{match:T,file:P}=await _(d,v,y.draw);if(P===null)return location.assign(`/table/${T}`);i.show(F(T,P))}catch(h){h instanceof U&&(v=crypto.randomUUID()),e.error=h,e.busy=!1,o()}},l=(t,r,c,f,d)=>a`<label class="choice"><input type="radio" name=${t} value=${r} .checked=${f} @change=${d}><span>${c}</span></label>`,o=()=>i.show(a`
    <form class="sheet narrow stack" @submit=${C}>
      <h1>${s("createTitle")}</h1>
      <fieldset class="choices"><legend>${s("whichGame")}</legend>
        ${w.map(t=>l("game",t.id,s("forPlayers",{game:String(t.titles[$()]),n:O(t.seats)}),e.game===t,()=>k(t)))}
      </fieldset>
      <p class="about">${e.game.about[$()]} ${D(e.game.id)}</p>
      ${e.game.presets.length>1?a`<label>${s("whichVariant")}<select name="preset" .value=${e.preset} @change=${t=>S(t.target.value)}>
            ${e.game.presets.map(t=>a`<option value=${t} ?selected=${t===e.preset}>${e.game.preset_titles[t]?.[$()]??t}</option>`)}</select></label>
          <p class="hint"><a href=${A(e.game.id,e.preset)} target="_blank">${s("thisVariant")}</a></p>`:n}
      ${p().length>1?a`<fieldset class="choices inline"><legend>${s("howMany")}</legend>${p().map(t=>l("seats",String(t),String(t),t===e.seats,()=>{e.seats=t,o()}))}</fieldset>`:n}
      <fieldset class="choices"><legend>${s("withWhom")}</legend>
        ${l("whom","bots",s("withBots"),e.whom==="bots",()=>{e.whom="bots",o()})}
        ${m.length?l("whom","programs",s("withPrograms"),e.whom==="programs",()=>{e.whom="programs",o()}):n}
        ${l("whom","friends",s("withFriends"),e.whom==="friends",()=>{e.whom="friends",o()})}
        ${l("whom","anybody",s("withAnybody"),e.whom==="anybody",()=>{e.whom="anybody",o()})}
      </fieldset>
      ${e.whom==="programs"?a`<label>${s("whichProgram")}<select name="program">${m.map(t=>a`<option value=${t.account}>${t.name}</option>`)}</select></label>`:n}
      ${e.whom==="friends"?a`<label>${s("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${s("inviteMailsLead")}</p>`:n}
      <label>${s("howFast")}<select name="pace">${Object.keys(b).map(t=>a`<option value=${t}>${s(`pace_${t}`)}</option>`)}</select></label>
      <label>${s("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${s("titleExample")}></label>
      ${y.asked()}
      ${e.error?a`<p role="alert" class="alert">${x(e.error)}</p>`:n}
      <button class="seal big" ?disabled=${e.busy}>${s("create")}</button>
    </form>`);k(w[0])}export{N as open};
