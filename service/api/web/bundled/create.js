import{a as E,c as I}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{c as U,e as _,f as x}from"./with-parts.js";import{a,b as r}from"./with-lit-html.js";import{a as D}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as P,d as g}from"./with-api.js";import{a as $,c as s}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var b=86400,f={two:()=>({kind:"duration",seconds:2*b}),day:()=>({kind:"duration",seconds:b}),week:()=>({kind:"duration",seconds:7*b}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},O=["1","2","3","5","never"],B=l=>l.length>1?s("fromTo",{low:Math.min(...l),high:Math.max(...l)}):String(l[0]);async function W(l){if(l.me===null){location.replace("/");return}document.title=`${s("createTitle")} \xB7 Siegelpost`;let{rules:M}=await g("GET","/v1/rules"),y=await E(),u=M.filter(t=>t.superseded_by===null),e={game:u[0],preset:"",seats:2,whom:"bots",error:null,busy:!1},v=crypto.randomUUID(),m=[],k=t=>{e.game=t,m=[],e.whom==="programs"&&(e.whom="bots"),S(t.presets[0]??""),F(t)},F=async t=>{let o=await g("GET",`/v1/bots?game=${encodeURIComponent(String(t.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));e.game===t&&(m=o.bots.filter(c=>c.free),m.length&&i())},S=t=>{e.preset=t,p().includes(e.seats)||(e.seats=p()[0]??2),i()},p=()=>e.game.preset_seats[e.preset]??e.game.seats,G=()=>Array.from({length:{bots:e.seats-1,programs:e.seats-2}[e.whom]??0},()=>"steady"),C=async t=>{t.preventDefault();let o=new FormData(t.target),c=String(o.get("mails")??"").split(/[\s,;]+/).filter(Boolean),w=f[String(o.get("pace"))]??f.two,d={rules:e.game.id.split("@")[0],seats:e.seats,options:{},title:String(o.get("title")??"").trim(),pace:w?.(),grace_seconds:e.whom==="bots"||e.whom==="programs"?0:60,visibility:e.whom==="anybody"?"open":"private",bots:G(),...o.has("misses")?{absence:o.get("misses")==="never"?null:{misses:Number(o.get("misses"))}}:{},invite:e.whom==="friends"?c:e.whom==="programs"?[String(o.get("program"))]:[]};e.busy=!0,i();try{let h=await g("GET",`/v1/rules/${encodeURIComponent(e.game.id)}`);d.options=h.presets[e.preset]??{};let{match:T,file:A}=await D(d,v,y.draw);if(A===null)return location.assign(`/table/${T}`);l.show(I(T,A))}catch(h){h instanceof P&&(v=crypto.randomUUID()),e.error=h,e.busy=!1,i()}},n=(t,o,c,w,d)=>a`<label class="choice"><input type="radio" name=${t} value=${o} .checked=${w} @change=${d}><span>${c}</span></label>`,i=()=>l.show(a`
    <form class="sheet narrow stack" @submit=${C}>
      <h1>${s("createTitle")}</h1>
      <fieldset class="choices"><legend>${s("whichGame")}</legend>
        ${u.map(t=>n("game",t.id,s("forPlayers",{game:String(t.titles[$()]),n:B(t.seats)}),e.game===t,()=>k(t)))}
      </fieldset>
      <p class="about">${e.game.about[$()]} ${x(e.game.id)}</p>
      ${e.game.presets.length>1?a`<label>${s("whichVariant")}<select name="preset" .value=${e.preset} @change=${t=>S(t.target.value)}>
            ${e.game.presets.map(t=>a`<option value=${t} ?selected=${t===e.preset}>${e.game.preset_titles[t]?.[$()]??t}</option>`)}</select></label>
          <p class="hint"><a href=${_(e.game.id,e.preset)} target="_blank">${s("thisVariant")}</a></p>`:r}
      ${p().length>1?a`<fieldset class="choices inline"><legend>${s("howMany")}</legend>${p().map(t=>n("seats",String(t),String(t),t===e.seats,()=>{e.seats=t,i()}))}</fieldset>`:r}
      <fieldset class="choices"><legend>${s("withWhom")}</legend>
        ${n("whom","bots",s("withBots"),e.whom==="bots",()=>{e.whom="bots",i()})}
        ${m.length?n("whom","programs",s("withPrograms"),e.whom==="programs",()=>{e.whom="programs",i()}):r}
        ${n("whom","friends",s("withFriends"),e.whom==="friends",()=>{e.whom="friends",i()})}
        ${n("whom","anybody",s("withAnybody"),e.whom==="anybody",()=>{e.whom="anybody",i()})}
      </fieldset>
      ${e.whom==="programs"?a`<label>${s("whichProgram")}<select name="program">${m.map(t=>a`<option value=${t.account}>${t.name}</option>`)}</select></label>`:r}
      ${e.whom==="friends"?a`<label>${s("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${s("inviteMailsLead")}</p>`:r}
      <label>${s("howFast")}<select name="pace">${Object.keys(f).map(t=>a`<option value=${t}>${s(`pace_${t}`)}</option>`)}</select></label>
      ${e.whom==="bots"?r:a`<label>${s("staysAway")}<select name="misses">${O.map(t=>a`<option value=${t} ?selected=${t==="2"}>${s(`misses_${t}`)}</option>`)}</select></label>`}
      <label>${s("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${s("titleExample")}></label>
      ${y.asked()}
      ${e.error?a`<p role="alert" class="alert">${U(e.error)}</p>`:r}
      <button class="seal big" ?disabled=${e.busy}>${s("create")}</button>
    </form>`);k(u[0])}export{W as open};
