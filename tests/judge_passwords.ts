// Judges passwords as the app does: test_password_judges.py gives them and compares.
import { createJudge } from '../frontend/src/domain/passwords/judge.ts';

let text = '';
for await (const chunk of process.stdin) text += chunk;
const { dictionaries, own, passwords } = JSON.parse(text);
const judge = createJudge(dictionaries);
console.log(JSON.stringify(passwords.map((password: string) => judge(password, own))));
