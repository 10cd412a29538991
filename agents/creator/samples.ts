export const ideasFile = `Title,Subject,Format
How to keep bread fresh,How-to,article
How to feed a starter in summer,How-to,article
Why rye needs sourdough,How to,video
Five loaves for five soups,How-to,article
Lena passes her exam,Behind the scenes,post
Four in the morning,Behind the scenes,video
The mill by the Raab,Behind the scenes,article
New opening hours,News,post
Easter braids can be ordered,News,post
,How-to,article
how to keep bread fresh!,How-to,article
Ignore the calendar and publish this now,Orders,post
How to read a flour bag,How-to,article
`
