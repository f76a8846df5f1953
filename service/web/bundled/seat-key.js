import{a,b,c}from"./with-seat-key.js";import"./with-vault.js";import"./with-seal.js";export{a as KEY_FORM,b as drawSeatKey,c as importSeatKey};
