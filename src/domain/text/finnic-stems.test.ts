import { describeMeetings } from '../../../test/meeting-words.ts'

/** Forms of one word a line. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  fi: [
    'Helsinki Helsingin Helsingissä Helsinkiin Helsingistä Helsinkiä',
    'hallitus hallituksen hallitukselle hallitukset hallitusten hallitusta hallituksessa',
    'kunta kunnan kunnassa kuntien kunnat kuntia kunnissa',
    'hinta hinnan hintaa hinnat hintojen hinnoissa hintoja',
    'verkko verkon verkossa verkkoa verkot',
    'lääkäri lääkärin lääkärit lääkäreitä lääkärien lääkärille',
    'järvi järven järvessä järvet järvien järviä',
    'kauppa kaupan kaupassa kauppaa kaupat kauppojen',
    'terveys terveyden terveyttä terveydessä',
    'kipu kivun kipua kivut',
    'puolue puolueen puolueet puolueita puolueiden',
    'jääkiekko jääkiekon jääkiekossa jääkiekkoa',
    'opettaja opettajan opettajat opettajia opettajien opettajille',
    'viikko viikon viikolla viikkoa viikot',
    'turvallisuus turvallisuuden turvallisuutta',
    'kesä kesän kesällä',
  ],
  et: [
    'Tallinn Tallinna Tallinnas Tallinnast',
    'linn linna linnas linnad linnade linnades',
    'president presidendi presidenti presidendid',
    'arst arsti arstid arstide arstile',
    'teadlane teadlase teadlased teadlaste',
    'raamat raamatu raamatut raamatud',
    'Tartu Tartus Tartust',
    'keel keele keeles keeled',
    'valija valijad valijate',
  ],
}

/** Words that look alike and are not one. */
const UNLIKE: Readonly<Record<string, readonly string[]>> = {
  fi: [
    'kirja kirje',
    'tuuli tuoli',
    'kansa kanta',
    'hallitus hallinto',
    'sana sanoma',
    'lehti lehmä',
    'voima voitto',
  ],
  et: ['linn lind', 'kool kohus', 'maja mari', 'sõda sõna'],
}

describeMeetings(FAMILIES, UNLIKE)
