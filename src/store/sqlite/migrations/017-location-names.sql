-- In the words of the code: where a source has moved to, and the hours and days that its feed asks readers to skip.
UPDATE sources
SET location = json_remove(
  json_set(
    location,
    '$.movedTo', json_extract(location, '$.keptUrl'),
    '$.pollingHints.skipHours', json_extract(location, '$.pollingHints.quietHours'),
    '$.pollingHints.skipDays', json_extract(location, '$.pollingHints.quietDays')
  ),
  '$.keptUrl', '$.pollingHints.quietHours', '$.pollingHints.quietDays'
)
WHERE location IS NOT NULL;
