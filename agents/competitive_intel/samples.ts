/** A matrix with blanks, a feature said twice, and words instead of yes and no. */
export const featuresFile = `Feature,Group,Weight,Atlas,Borealis,Cumulus,Notes
Single sign-on,Security,5,yes,yes,Enterprise only,
Audit log,Security,4,no,yes,yes,
Data in the EU,Security,5,✓,no,?,
Offline mode,Work,3,no,no,no,
Mobile app,Work,4,iOS only,yes,yes,
API,Work,4,yes,beta,yes,
Templates,Work,2,yes,120,60,counted on the page
Import from spreadsheets,Work,3,yes,,yes,
Gantt view,Work,2,,yes,no,
audit log,Security,4,no,yes,yes,
,Security,1,yes,yes,yes,
Phone support,Service,3,yes,no,Enterprise only,
Uptime in the contract,Service,4,no,99.9 %,99.5 %,
`

/** List prices of January: on request, free, by year, with seats included. */
export const pricesFile = `Competitor,Plan,Price,Currency,Period,Unit,Included seats,Extra seat
Atlas,Team,9.00,EUR,month,seat,,
Atlas,Company,900.00,EUR,year,flat,10,60
Borealis,Free,Free,EUR,month,flat,3,
Borealis,Pro,11.50,EUR,month,seat,,
Borealis,Business,1920,EUR,year,flat,10,
Cumulus,Start,49,EUR,month,flat,5,8
Cumulus,Scale,99,EUR,month,flat,25,
Cumulus,Enterprise,On request,EUR,,,,
Nimbus,Team,"€ 7,50 per user / month",,,,,
Cumulus,Scale,99,EUR,month,flat,25,
Stratus,Plus,12,USD,month,seat,,
`

/** The same in March: a price up, one down, a plan gone and one new; a row without names. */
export const newerFile = `Competitor,Plan,Price,Currency,Period,Unit,Included seats,Extra seat
Cumulus,Scale,119,EUR,month,flat,20,
Atlas,Team,9.00,EUR,month,seat,,
Atlas,Company,900.00,EUR,year,flat,10,60
Borealis,Pro,10.50,EUR,month,seat,,
Borealis,Business,1920,EUR,year,flat,10,
Borealis,Solo,5,EUR,month,flat,1,
Cumulus,Start,49,EUR,month,flat,5,8
Cumulus,Enterprise,On request,EUR,,,,
Nimbus,Team,"€ 7,50 per user / month",,,,,
Stratus,Plus,14,USD,month,seat,,
,,12,EUR,month,flat,,
`
