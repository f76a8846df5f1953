import{a as G,c as O}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{b as I,d as N,e as D}from"./with-parts.js";import"./with-time.js";import{a,b as n}from"./with-lit-html.js";import{a as L}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as U,d as k}from"./with-api.js";import{a as S,c as t}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var h=86400,A={two:()=>({kind:"duration",seconds:2*h}),day:()=>({kind:"duration",seconds:h}),week:()=>({kind:"duration",seconds:7*h}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},B=["1","2","3","5","never"],H=[70,80,90,95],K=["0","1","3","5","10"],R={quarter:.25,half:0,whole:1},V=14*h,Y=["all","most","none"],q=["3","7","14","28"];function z(i,w){if(!i.has("times"))return{};let g=Number(i.get("times")),$=w.kind==="duration"?Number(w.seconds):h,y=R[String(i.get("share"))],u=String(i.get("pauses"));return{extensions:g===0?null:{times:g,...y?{seconds:Math.min(V,Math.ceil($*y))}:{}},pauses:u==="none"?null:{majority:u,seconds:Number(i.get("days"))*h}}}var W=i=>i.length>1?t("fromTo",{low:Math.min(...i),high:Math.max(...i)}):String(i[0]);async function te(i){if(i.me===null){location.replace("/");return}document.title=`${t("createTitle")} \xB7 Siegelpost`;let{rules:w}=await k("GET","/v1/rules"),g=await G(),$=w.filter(e=>e.superseded_by===null),y=new URLSearchParams(location.search).get("game"),u=$.find(e=>e.id.split("@")[0]===y)??$[0],s={game:u,preset:"",seats:2,whom:"bots",pace:"two",error:"",busy:!1},T=crypto.randomUUID(),b=[],E=e=>{s.game=e,b=[],s.whom==="programs"&&(s.whom="bots"),M(e.presets[0]??""),F(e)},F=async e=>{let o=await k("GET",`/v1/bots?game=${encodeURIComponent(String(e.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));s.game===e&&(b=o.bots.filter(c=>c.free),b.length&&l())},M=e=>{s.preset=e,f().includes(s.seats)||(s.seats=f()[0]??2),l()},f=()=>s.game.preset_seats[s.preset]??s.game.seats,_=()=>s.whom!=="bots"&&s.pace!=="hour",C=()=>Array.from({length:{bots:s.seats-1,programs:s.seats-2}[s.whom]??0},()=>"steady"),j=async e=>{e.preventDefault();let o=new FormData(e.target),c=String(o.get("mails")??"").split(/[\s,;]+/).filter(Boolean),p=A[String(o.get("pace"))]??A.two,r={rules:s.game.id.split("@")[0],seats:s.seats,options:{},title:String(o.get("title")??"").trim(),pace:p?.(),grace_seconds:s.whom==="bots"||s.whom==="programs"?0:60,visibility:s.whom==="anybody"?"open":"private",bots:C(),...o.has("misses")?{absence:o.get("misses")==="never"?null:{misses:Number(o.get("misses"))}}:{},...s.whom==="friends"&&s.pace!=="hour"?{vacation:o.has("vacation")?"clock-stops":"plays-on"}:{},..._()?{nights:o.has("nights")?"kept":"ignored"}:{},...o.get("least")?{least_reliability:{percent:Number(o.get("least")),newcomers:o.has("newcomers")}}:{},...z(o,p?.()??{}),invite:s.whom==="friends"?c:s.whom==="programs"?[String(o.get("program"))]:[]};s.busy=!0,l();try{let d=await k("GET",`/v1/rules/${encodeURIComponent(s.game.id)}`);r.options=d.presets[s.preset]??{};let{match:P,file:x}=await L(r,T,g.draw);if(x===null)return location.assign(`/table/${P}`);i.show(O(P,x))}catch(d){d instanceof U&&(T=crypto.randomUUID()),s.error=I(d,r.invite),s.busy=!1,l()}},m=(e,o,c,p,r)=>a`<label class="choice"><input type="radio" name=${e} value=${o} .checked=${p} @change=${r}><span>${c}</span></label>`,v=(e,o,c,p)=>a`<label>${t(o)}<select name=${e}>${c.map(([r,d])=>a`<option value=${r} ?selected=${r===p}>${t(String(d))}</option>`)}</select></label>`,l=()=>i.show(a`
    <form class="sheet narrow stack" @submit=${j}>
      <h1>${t("createTitle")}</h1>
      <fieldset class="choices"><legend>${t("whichGame")}</legend>
        ${$.map(e=>m("game",e.id,t("forPlayers",{game:String(e.titles[S()]),n:W(e.seats)}),s.game===e,()=>E(e)))}
      </fieldset>
      <p class="about">${s.game.about[S()]} ${D(s.game.id)}</p>
      ${s.game.presets.length>1?a`<label>${t("whichVariant")}<select name="preset" .value=${s.preset} @change=${e=>M(e.target.value)}>
            ${s.game.presets.map(e=>a`<option value=${e} ?selected=${e===s.preset}>${s.game.preset_titles[e]?.[S()]??e}</option>`)}</select></label>
          <p class="hint"><a href=${N(s.game.id,s.preset)} target="_blank">${t("thisVariant")}</a></p>`:n}
      ${f().length>1?a`<fieldset class="choices inline"><legend>${t("howMany")}</legend>${f().map(e=>m("seats",String(e),String(e),e===s.seats,()=>{s.seats=e,l()}))}</fieldset>`:n}
      <fieldset class="choices"><legend>${t("withWhom")}</legend>
        ${m("whom","bots",t("withBots"),s.whom==="bots",()=>{s.whom="bots",l()})}
        ${b.length?m("whom","programs",t("withPrograms"),s.whom==="programs",()=>{s.whom="programs",l()}):n}
        ${m("whom","friends",t("withFriends"),s.whom==="friends",()=>{s.whom="friends",l()})}
        ${m("whom","anybody",t("withAnybody"),s.whom==="anybody",()=>{s.whom="anybody",l()})}
      </fieldset>
      ${s.whom==="programs"?a`<label>${t("whichProgram")}<select name="program">${b.map(e=>a`<option value=${e.account}>${e.name}</option>`)}</select></label>`:n}
      ${s.whom==="friends"?a`<label>${t("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${t("inviteMailsLead")}</p>`:n}
      ${s.whom==="anybody"?a`<label>${t("whoMaySit")}<select name="least"><option value="">${t("anybodyElse")}</option>${H.map(e=>a`<option value=${e}>${t("forReliable",{percent:e})}</option>`)}</select></label>
          <label class="choice"><input type="checkbox" name="newcomers" checked><span>${t("newcomersToo")}</span></label>`:n}
      <label>${t("howFast")}<select name="pace" @change=${e=>{s.pace=e.target.value,l()}}>${Object.keys(A).map(e=>a`<option value=${e}>${t(`pace_${e}`)}</option>`)}</select></label>
      ${s.whom==="bots"?n:a`<label>${t("staysAway")}<select name="misses">${B.map(e=>a`<option value=${e} ?selected=${e==="2"}>${t(`misses_${e}`)}</option>`)}</select></label>`}
      ${s.whom==="bots"?n:a`<details class="agreed"><summary>${t("timeAndPauses")}</summary><div class="stack">
        ${v("times","moreTimeAllowed",K.map(e=>[e,`times_${e}`]),"3")}
        ${v("share","byHowMuch",Object.keys(R).map(e=>[e,`share_${e}`]),"half")}
        ${v("pauses","mayPause",Y.map(e=>[e,`pauses_${e}`]),"all")}
        ${v("days","pauseAtMost",q.map(e=>[e,`days_${e}`]),"14")}
      </div></details>`}
      ${s.whom==="friends"&&s.pace!=="hour"?a`<label class="choice"><input type="checkbox" name="vacation" checked aria-describedby="vacation-lead"><span>${t("clockStops")}</span></label>
          <p class="hint" id="vacation-lead">${t("clockStopsLead")}</p>`:n}
      ${_()?a`<label class="choice"><input type="checkbox" name="nights" checked aria-describedby="nights-lead"><span>${t("nightsKept")}</span></label>
          <p class="hint" id="nights-lead">${t("nightsKeptLead")}</p>`:n}
      <label>${t("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${t("titleExample")}></label>
      ${g.asked()}
      ${s.error?a`<p role="alert" class="alert">${s.error}</p>`:n}
      <button class="seal big" ?disabled=${s.busy}>${t("create")}</button>
    </form>`);E(u)}export{te as open};
