/**
 * The family that a model's name tells: `gpt` of `gpt-5-mini`, `qwen` of `hub/Qwen3:8b`. A rule of thumb: names that
 * hide what they have in common, such as those of two makers of one base model, are not seen through.
 */
export function familyOf(name: string): string {
  const own = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  return /^[a-z]+/.exec(own)?.[0] ?? own;
}
