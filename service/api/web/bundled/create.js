import{a as D,c as L}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{b as U,d as _,e as I}from"./with-parts.js";import"./with-time.js";import{a,b as i}from"./with-lit-html.js";import{a as M}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as P,d as g}from"./with-api.js";import{a as $,c as s}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var u=86400,f={two:()=>({kind:"duration",seconds:2*u}),day:()=>({kind:"duration",seconds:u}),week:()=>({kind:"duration",seconds:7*u}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},O=["1","2","3","5","never"],B=[70,80,90,95],K=l=>l.length>1?s("fromTo",{low:Math.min(...l),high:Math.max(...l)}):String(l[0]);async function q(l){if(l.me===null){location.replace("/");return}document.title=`${s("createTitle")} \xB7 Siegelpost`;let{rules:F}=await g("GET","/v1/rules"),y=await D(),b=F.filter(t=>t.superseded_by===null),G=new URLSearchParams(location.search).get("game"),v=b.find(t=>t.id.split("@")[0]===G)??b[0],e={game:v,preset:"",seats:2,whom:"bots",pace:"two",error:"",busy:!1},k=crypto.randomUUID(),c=[],S=t=>{e.game=t,c=[],e.whom==="programs"&&(e.whom="bots"),T(t.presets[0]??""),R(t)},R=async t=>{let o=await g("GET",`/v1/bots?game=${encodeURIComponent(String(t.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));e.game===t&&(c=o.bots.filter(m=>m.free),c.length&&n())},T=t=>{e.preset=t,h().includes(e.seats)||(e.seats=h()[0]??2),n()},h=()=>e.game.preset_seats[e.preset]??e.game.seats,x=()=>e.whom!=="bots"&&e.pace!=="hour",C=()=>Array.from({length:{bots:e.seats-1,programs:e.seats-2}[e.whom]??0},()=>"steady"),N=async t=>{t.preventDefault();let o=new FormData(t.target),m=String(o.get("mails")??"").split(/[\s,;]+/).filter(Boolean),w=f[String(o.get("pace"))]??f.two,p={rules:e.game.id.split("@")[0],seats:e.seats,options:{},title:String(o.get("title")??"").trim(),pace:w?.(),grace_seconds:e.whom==="bots"||e.whom==="programs"?0:60,visibility:e.whom==="anybody"?"open":"private",bots:C(),...o.has("misses")?{absence:o.get("misses")==="never"?null:{misses:Number(o.get("misses"))}}:{},...e.whom==="friends"&&e.pace!=="hour"?{vacation:o.has("vacation")?"clock-stops":"plays-on"}:{},...x()?{nights:o.has("nights")?"kept":"ignored"}:{},...o.get("least")?{least_reliability:{percent:Number(o.get("least")),newcomers:o.has("newcomers")}}:{},invite:e.whom==="friends"?m:e.whom==="programs"?[String(o.get("program"))]:[]};e.busy=!0,n();try{let d=await g("GET",`/v1/rules/${encodeURIComponent(e.game.id)}`);p.options=d.presets[e.preset]??{};let{match:A,file:E}=await M(p,k,y.draw);if(E===null)return location.assign(`/table/${A}`);l.show(L(A,E))}catch(d){d instanceof P&&(k=crypto.randomUUID()),e.error=U(d,p.invite),e.busy=!1,n()}},r=(t,o,m,w,p)=>a`<label class="choice"><input type="radio" name=${t} value=${o} .checked=${w} @change=${p}><span>${m}</span></label>`,n=()=>l.show(a`
    <form class="sheet narrow stack" @submit=${N}>
      <h1>${s("createTitle")}</h1>
      <fieldset class="choices"><legend>${s("whichGame")}</legend>
        ${b.map(t=>r("game",t.id,s("forPlayers",{game:String(t.titles[$()]),n:K(t.seats)}),e.game===t,()=>S(t)))}
      </fieldset>
      <p class="about">${e.game.about[$()]} ${I(e.game.id)}</p>
      ${e.game.presets.length>1?a`<label>${s("whichVariant")}<select name="preset" .value=${e.preset} @change=${t=>T(t.target.value)}>
            ${e.game.presets.map(t=>a`<option value=${t} ?selected=${t===e.preset}>${e.game.preset_titles[t]?.[$()]??t}</option>`)}</select></label>
          <p class="hint"><a href=${_(e.game.id,e.preset)} target="_blank">${s("thisVariant")}</a></p>`:i}
      ${h().length>1?a`<fieldset class="choices inline"><legend>${s("howMany")}</legend>${h().map(t=>r("seats",String(t),String(t),t===e.seats,()=>{e.seats=t,n()}))}</fieldset>`:i}
      <fieldset class="choices"><legend>${s("withWhom")}</legend>
        ${r("whom","bots",s("withBots"),e.whom==="bots",()=>{e.whom="bots",n()})}
        ${c.length?r("whom","programs",s("withPrograms"),e.whom==="programs",()=>{e.whom="programs",n()}):i}
        ${r("whom","friends",s("withFriends"),e.whom==="friends",()=>{e.whom="friends",n()})}
        ${r("whom","anybody",s("withAnybody"),e.whom==="anybody",()=>{e.whom="anybody",n()})}
      </fieldset>
      ${e.whom==="programs"?a`<label>${s("whichProgram")}<select name="program">${c.map(t=>a`<option value=${t.account}>${t.name}</option>`)}</select></label>`:i}
      ${e.whom==="friends"?a`<label>${s("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${s("inviteMailsLead")}</p>`:i}
      ${e.whom==="anybody"?a`<label>${s("whoMaySit")}<select name="least"><option value="">${s("anybodyElse")}</option>${B.map(t=>a`<option value=${t}>${s("forReliable",{percent:t})}</option>`)}</select></label>
          <label class="choice"><input type="checkbox" name="newcomers" checked><span>${s("newcomersToo")}</span></label>`:i}
      <label>${s("howFast")}<select name="pace" @change=${t=>{e.pace=t.target.value,n()}}>${Object.keys(f).map(t=>a`<option value=${t}>${s(`pace_${t}`)}</option>`)}</select></label>
      ${e.whom==="bots"?i:a`<label>${s("staysAway")}<select name="misses">${O.map(t=>a`<option value=${t} ?selected=${t==="2"}>${s(`misses_${t}`)}</option>`)}</select></label>`}
      ${e.whom==="friends"&&e.pace!=="hour"?a`<label class="choice"><input type="checkbox" name="vacation" checked aria-describedby="vacation-lead"><span>${s("clockStops")}</span></label>
          <p class="hint" id="vacation-lead">${s("clockStopsLead")}</p>`:i}
      ${x()?a`<label class="choice"><input type="checkbox" name="nights" checked aria-describedby="nights-lead"><span>${s("nightsKept")}</span></label>
          <p class="hint" id="nights-lead">${s("nightsKeptLead")}</p>`:i}
      <label>${s("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${s("titleExample")}></label>
      ${y.asked()}
      ${e.error?a`<p role="alert" class="alert">${e.error}</p>`:i}
      <button class="seal big" ?disabled=${e.busy}>${s("create")}</button>
    </form>`);S(v)}export{q as open};
