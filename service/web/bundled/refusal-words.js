import{a}from"./with-refusal-words.js";export{a as inPlace};
