/** Texts as they are typed, copied and exported, with what each means; the services run them too. */
export { default as typedTexts } from '../../../tests/typed_texts.json';
