import { describeMeetings } from '../../../test/meeting-words.ts'

/** Forms of one word a line. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  lt: [
    'Vilnius Vilniaus Vilniuje Vilnių',
    'miestas miesto mieste miestai miestų miestuose',
    'prezidentas prezidento prezidentui prezidentą',
    'mokykla mokyklos mokykloje mokyklų mokyklą',
    'kaina kainos kainų kainą',
    'ligoninė ligoninės ligoninėje ligonines',
    'knyga knygos knygoje knygų knygas',
    'karas karo kare karui',
    'mokytoja mokytojos mokytojų',
    'valdžia valdžios valdžioje',
  ],
  lv: [
    'Rīga Rīgas Rīgā Rīgu',
    'pilsēta pilsētas pilsētā pilsētu pilsētām',
    'prezidents prezidenta prezidentam prezidentu',
    'skola skolas skolā skolu skolām',
    'likums likuma likumu likumi likumā',
    'zinātnieks zinātnieki zinātnieku zinātniekiem',
    'tiesa tiesas tiesā tiesu',
    'vilciens vilciena vilcienā vilcieni vilcienu',
    'valsts valstī valstis valstu',
  ],
}

/** Words that look alike and are not one. */
const UNLIKE: Readonly<Record<string, readonly string[]>> = {
  lt: ['miestas miškas', 'karas karta', 'kaina kalnas', 'diena daina'],
  lv: ['skola skaņa', 'cena cilvēks', 'rīts rīks'],
}

describeMeetings(FAMILIES, UNLIKE)
