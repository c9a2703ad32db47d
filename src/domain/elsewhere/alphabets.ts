/** Letters and syllables of other alphabets, as they sound to `soundsOf`. */

/** In Latin letters. */
export const CYRILLIC = spelled(
  'аa бb вv гg ґg дd еe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsh ђd јi љl њn ћch џzh',
)

/** In Latin letters, those too that stand for two Greek ones. */
export const GREEK = spelled(
  'αa βv γg δd εe ζz ηi θt ιi κk λl μm νn ξx οo πp ρr σs τt υu φf χh ψps ωo bb dd gg ss',
)

/** By their consonants; those of vowels, h, w and y have none. */
export const KATAKANA = spelled(
  'カk キk クk ケk コk ガk ギk グk ゲk ゴk サs シs スs セs ソs ザs ジs ズs ゼs ゾs チs ヂs ツs ヅs タt テt トt ダt デt ドt ' +
    'ナn ニn ヌn ネn ノn マn ミn ムn メn モn ンn フf バp ビp ブp ベp ボp パp ピp プp ペp ポp ヴv ラl リl ルl レl ロl',
)

/** A letter, and what it stands for. */
function spelled(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]))
}
