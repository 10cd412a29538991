"""Small files as other programs export them, with what a reader has to find; written before the reader was.

Layouts are those of the programs (their columns, signs, line ends, encodings, lines above and below); people, shops and numbers
are made up. `header` is the line on which the names stand, 0 when there are none; `rows` counts neither units nor totals.
Run: python3 world.py > world.json
"""
import base64
import json

CRLF, LF, CR = "\r\n", "\n", "\r"
files = []


def file(name, lines, *, delimiter, header, columns, rows, first, last, encoding="utf-8", end=LF, bom="", finish=True):
    text = end.join(lines) + (end if finish else "")
    raw = (bom + text).encode(encoding)
    files.append(dict(name=name, encoding=encoding, bytes=base64.b64encode(raw).decode(), delimiter=delimiter, header=header,
                      columns=columns, rows=rows, first=first, last=last))


file("excel-de.csv", ["Datum;Kunde;Betrag;Bemerkung", "03.01.2026;Müller & Söhne;1.234,50;", "05.01.2026;Größe \"XL\";-12,00;Straße 5",
     "07.01.2026;Café;0,99;\"ja; bitte\""], delimiter=";", header=1, columns=["Datum", "Kunde", "Betrag", "Bemerkung"], rows=3,
     first=["03.01.2026", "Müller & Söhne", "1.234,50", ""], last=["07.01.2026", "Café", "0,99", "ja; bitte"],
     encoding="windows-1252", end=CRLF)
file("excel-fr.csv", ["Nom;Prénom;Montant;Créé le", "Lefèvre;Zoé;1\u00a0250,75;15/02/2026", "Dupont;Hélène;12,5;16/02/2026",
     "Nuñez;Ève;;17/02/2026"], delimiter=";", header=1, columns=["Nom", "Prénom", "Montant", "Créé le"], rows=3,
     first=["Lefèvre", "Zoé", "1\u00a0250,75", "15/02/2026"], last=["Nuñez", "Ève", "", "17/02/2026"], encoding="windows-1252", end=CRLF)
file("excel-us.csv", ["Order ID,Customer,Total,Date", "1001,\"Smith, John\",\"$1,250.00\",1/3/2026", "1002,O'Brien,$5.00,1/13/2026"],
     delimiter=",", header=1, columns=["Order ID", "Customer", "Total", "Date"], rows=2,
     first=["1001", "Smith, John", "$1,250.00", "1/3/2026"], last=["1002", "O'Brien", "$5.00", "1/13/2026"], end=CRLF)
file("excel-unicode-text.txt", ["Name\tCity\tSince", "Łukasz\tKraków\t2019", "Žofie\tBrno\t2021", "\"Tab\there\"\tGdańsk\t2020"],
     delimiter="\t", header=1, columns=["Name", "City", "Since"], rows=3, first=["Łukasz", "Kraków", "2019"],
     last=["Tab\there", "Gdańsk", "2020"], encoding="utf-16le", bom="\ufeff", end=CRLF)
file("excel-sep.csv", ["sep=;", "Artikel;Menge;Preis", "A-1;3;1,50", "A-2;4;2,00"], delimiter=";", header=2,
     columns=["Artikel", "Menge", "Preis"], rows=2, first=["A-1", "3", "1,50"], last=["A-2", "4", "2,00"], end=CRLF)
file("google-sheets.csv", ["Timestamp,What is your name?,\"Which days, if any?\",Comments", "2026/01/05 9:12:44 AM GMT+1,Ann,\"Mon, Tue\",\"Two\nlines\"",
     "2026/01/05 9:13:02 AM GMT+1,Bob,,"], delimiter=",", header=1, columns=["Timestamp", "What is your name?", "Which days, if any?", "Comments"],
     rows=2, first=["2026/01/05 9:12:44 AM GMT+1", "Ann", "Mon, Tue", "Two\nlines"], last=["2026/01/05 9:13:02 AM GMT+1", "Bob", "", ""],
     end=CRLF, finish=False)
file("libreoffice-quoted.csv", ["\"Name\",\"Quantity\",\"Note\"", "\"Screws 3\"\"\",100,\"a,b\"", "\"Bolts\",7,"], delimiter=",", header=1,
     columns=["Name", "Quantity", "Note"], rows=2, first=["Screws 3\"", "100", "a,b"], last=["Bolts", "7", ""])
file("n26.csv", ["\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,\"Payment Reference\",\"Account Name\",\"Amount (EUR)\",\"Original Amount\",\"Original Currency\",\"Exchange Rate\"",
     "2026-01-02,2026-01-02,\"REWE Markt\",,Presentment,,\"Main Account\",-23.45,23.45,EUR,1", "2026-01-05,2026-01-05,\"Example GmbH\",DE02120300000000202051,\"Credit Transfer\",\"Gehalt, Januar\",\"Main Account\",2500.0,,,"],
     delimiter=",", header=1, columns=["Booking Date", "Value Date", "Partner Name", "Partner Iban", "Type", "Payment Reference", "Account Name", "Amount (EUR)", "Original Amount", "Original Currency", "Exchange Rate"],
     rows=2, first=["2026-01-02", "2026-01-02", "REWE Markt", "", "Presentment", "", "Main Account", "-23.45", "23.45", "EUR", "1"],
     last=["2026-01-05", "2026-01-05", "Example GmbH", "DE02120300000000202051", "Credit Transfer", "Gehalt, Januar", "Main Account", "2500.0", "", "", ""])
file("paypal-de.csv", ["\"Datum\",\"Uhrzeit\",\"Zeitzone\",\"Name\",\"Typ\",\"Status\",\"Währung\",\"Brutto\",\"Entgelt\",\"Netto\"",
     "\"04.01.2026\",\"13:04:11\",\"CET\",\"Buchladen\",\"Zahlung\",\"Abgeschlossen\",\"EUR\",\"-19,99\",\"0,00\",\"-19,99\"",
     "\"09.01.2026\",\"08:00:00\",\"CET\",\"\",\"Bankgutschrift auf PayPal-Konto\",\"Abgeschlossen\",\"EUR\",\"1.019,99\",\"0,00\",\"1.019,99\""],
     delimiter=",", header=1, columns=["Datum", "Uhrzeit", "Zeitzone", "Name", "Typ", "Status", "Währung", "Brutto", "Entgelt", "Netto"], rows=2,
     first=["04.01.2026", "13:04:11", "CET", "Buchladen", "Zahlung", "Abgeschlossen", "EUR", "-19,99", "0,00", "-19,99"],
     last=["09.01.2026", "08:00:00", "CET", "", "Bankgutschrift auf PayPal-Konto", "Abgeschlossen", "EUR", "1.019,99", "0,00", "1.019,99"], bom="\ufeff", end=CRLF)
file("revolut.csv", ["Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
     "CARD_PAYMENT,Current,2026-01-03 10:11:12,2026-01-04 03:00:00,Tesco,-5.20,0.00,GBP,COMPLETED,94.80",
     "TOPUP,Current,2026-01-06 08:00:01,2026-01-06 08:00:02,Payment from J Doe,100.00,0.00,GBP,COMPLETED,194.80",
     "CARD_PAYMENT,Current,2026-01-07 08:00:01,,Uber,-7.00,0.00,GBP,PENDING,"], delimiter=",", header=1,
     columns=["Type", "Product", "Started Date", "Completed Date", "Description", "Amount", "Fee", "Currency", "State", "Balance"], rows=3,
     first=["CARD_PAYMENT", "Current", "2026-01-03 10:11:12", "2026-01-04 03:00:00", "Tesco", "-5.20", "0.00", "GBP", "COMPLETED", "94.80"],
     last=["CARD_PAYMENT", "Current", "2026-01-07 08:00:01", "", "Uber", "-7.00", "0.00", "GBP", "PENDING", ""])
file("mint.csv", ["\"Date\",\"Description\",\"Original Description\",\"Amount\",\"Transaction Type\",\"Category\",\"Account Name\",\"Labels\",\"Notes\"",
     "\"1/05/2023\",\"Amazon\",\"AMZN Mktp US*1A2B\",\"25.10\",\"debit\",\"Shopping\",\"Checking\",\"\",\"\"",
     "\"1/06/2023\",\"Paycheck\",\"ACME PAYROLL\",\"1500.00\",\"credit\",\"Paycheck\",\"Checking\",\"\",\"\""], delimiter=",", header=1,
     columns=["Date", "Description", "Original Description", "Amount", "Transaction Type", "Category", "Account Name", "Labels", "Notes"], rows=2,
     first=["1/05/2023", "Amazon", "AMZN Mktp US*1A2B", "25.10", "debit", "Shopping", "Checking", "", ""],
     last=["1/06/2023", "Paycheck", "ACME PAYROLL", "1500.00", "credit", "Paycheck", "Checking", "", ""])
file("ynab-register.csv", ["\"Account\",\"Flag\",\"Date\",\"Payee\",\"Category Group/Category\",\"Category Group\",\"Category\",\"Memo\",\"Outflow\",\"Inflow\",\"Cleared\"",
     "\"Checking\",\"\",\"01/31/2026\",\"Grocer\",\"Food: Groceries\",\"Food\",\"Groceries\",\"say \"\"hi\"\"\",$12.00,$0.00,\"Cleared\"",
     "\"Checking\",\"Red\",\"02/01/2026\",\"Transfer : Savings\",\"\",\"\",\"\",\"\",$0.00,$50.00,\"Uncleared\""], delimiter=",", header=1,
     columns=["Account", "Flag", "Date", "Payee", "Category Group/Category", "Category Group", "Category", "Memo", "Outflow", "Inflow", "Cleared"], rows=2,
     first=["Checking", "", "01/31/2026", "Grocer", "Food: Groceries", "Food", "Groceries", "say \"hi\"", "$12.00", "$0.00", "Cleared"],
     last=["Checking", "Red", "02/01/2026", "Transfer : Savings", "", "", "", "", "$0.00", "$50.00", "Uncleared"], bom="\ufeff")
file("anki.txt", ["#separator:tab", "#html:true", "#deck column:1", "#tags column:4", "Spanish\tel perro\tthe dog\tanimals",
     "Spanish\t\"<img src=\"\"a.png\"\">\"\tthe cat\tanimals pets", "Spanish\t¿qué?\twhat?\t"], delimiter="\t", header=0, columns=4, rows=3,
     first=["Spanish", "el perro", "the dog", "animals"], last=["Spanish", "¿qué?", "what?", ""])
file("todoist.csv", ["TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG,meta",
     "meta,view_style=list,,,,,,,,,,,,,", "section,Week,,,,,,,,,,,,,", "task,\"Buy milk, eggs\",,1,1,Ann (123456),,every monday,en,Europe/Lisbon,,None,,,",
     ",,,,,,,,,,,,,,", "task,Call Bob,\"He said: \"\"soon\"\"\",4,2,Ann (123456),,,en,Europe/Lisbon,,None,,,"], delimiter=",", header=1, columns=15, rows=4,
     first=["meta", "view_style=list"] + [""] * 13, last=["task", "Call Bob", "He said: \"soon\"", "4", "2", "Ann (123456)", "", "", "en", "Europe/Lisbon", "", "None", "", "", ""], bom="\ufeff")
file("outlook-contacts.csv", ["\"First Name\",\"Middle Name\",\"Last Name\",\"Company\",\"E-mail Address\",\"Business Street\",\"Notes\"",
     "\"Jürgen\",\"\",\"Groß\",\"Groß KG\",\"j@example.org\",\"Hauptstr. 1\r\n3. Stock\",\"\"", "\"Ana\",\"\",\"Sá\",\"\",\"ana@example.org\",\"\",\"\""], delimiter=",",
     header=1, columns=["First Name", "Middle Name", "Last Name", "Company", "E-mail Address", "Business Street", "Notes"], rows=2,
     first=["Jürgen", "", "Groß", "Groß KG", "j@example.org", "Hauptstr. 1\r\n3. Stock", ""], last=["Ana", "", "Sá", "", "ana@example.org", "", ""],
     encoding="windows-1252", end=CRLF)
file("bank-of-america.csv", ["Description,,Summary Amt.", "Beginning balance as of 01/01/2026,,\"1,000.00\"", "Total credits,,\"500.00\"", "Total debits,,\"-25.50\"",
     "Ending balance as of 01/31/2026,,\"1,474.50\"", "", "Date,Description,Amount,Running Bal.", "01/01/2026,Beginning balance as of 01/01/2026,,\"1,000.00\"",
     "01/05/2026,\"PAYROLL DES:DIRECT, INC\",\"500.00\",\"1,500.00\"", "01/09/2026,\"COFFEE SHOP\",\"-25.50\",\"1,474.50\""], delimiter=",", header=7,
     columns=["Date", "Description", "Amount", "Running Bal."], rows=3, first=["01/01/2026", "Beginning balance as of 01/01/2026", "", "1,000.00"],
     last=["01/09/2026", "COFFEE SHOP", "-25.50", "1,474.50"], end=CRLF)
file("dkb.csv", ["\"Girokonto\";\"DE02120300000000202051\"", "\"\"", "\"Kontostand vom 31.01.2026:\";\"1.474,50 €\"", "\"\"",
     "\"Buchungsdatum\";\"Wertstellung\";\"Status\";\"Zahlungspflichtige*r\";\"Zahlungsempfänger*in\";\"Verwendungszweck\";\"Umsatztyp\";\"Betrag (€)\"",
     "\"30.01.26\";\"30.01.26\";\"Gebucht\";\"ISSUER\";\"Bäckerei Süß\";\"Danke; bis bald\";\"Ausgang\";\"-3,20\"",
     "\"29.01.26\";\"29.01.26\";\"Gebucht\";\"Firma AG\";\"Max\";\"Lohn\";\"Eingang\";\"2.100,00\""], delimiter=";", header=5, columns=8, rows=2,
     first=["30.01.26", "30.01.26", "Gebucht", "ISSUER", "Bäckerei Süß", "Danke; bis bald", "Ausgang", "-3,20"],
     last=["29.01.26", "29.01.26", "Gebucht", "Firma AG", "Max", "Lohn", "Eingang", "2.100,00"], bom="\ufeff")
file("sap-list.txt", ["31.01.2026\tDynamische Listenausgabe", "", "\tBelegnr\tBelegdatum\tBetrag\tWährg", "", "\t1900000001\t05.01.2026\t1.190,00\tEUR", "\t1900000002\t06.01.2026\t50,00-\tEUR"],
     delimiter="\t", header=3, columns=5, rows=2, first=["", "1900000001", "05.01.2026", "1.190,00", "EUR"], last=["", "1900000002", "06.01.2026", "50,00-", "EUR"],
     encoding="windows-1252", end=CRLF)
file("pandas.csv", [",name,score,when", "0,Ann,1.5,2026-01-01", "1,Bob,,2026-01-02", "2,\"C, D\",3.25,"], delimiter=",", header=1, columns=["", "name", "score", "when"], rows=3,
     first=["0", "Ann", "1.5", "2026-01-01"], last=["2", "C, D", "3.25", ""])
file("r-write-csv2.csv", ["\"\";\"mpg\";\"cyl\";\"car\"", "\"1\";21,4;6;\"Mazda RX4\"", "\"2\";22,8;4;\"Datsun 710\"", "\"3\";NA;8;\"Duster 360\""], delimiter=";", header=1,
     columns=["", "mpg", "cyl", "car"], rows=3, first=["1", "21,4", "6", "Mazda RX4"], last=["3", "NA", "8", "Duster 360"])
file("numbers-mac.csv", ["Tabelle 1;;", "Name;Größe;Farbe", "Stuhl;90;Weiß", "Tisch;75;Grün"], delimiter=";", header=2, columns=["Name", "Größe", "Farbe"], rows=2,
     first=["Stuhl", "90", "Weiß"], last=["Tisch", "75", "Grün"])
file("excel-mac-2004.csv", ["Name,Phone,City", "Ann,555-1234,Reno", "Bob,555-9876,Ely"], delimiter=",", header=1, columns=["Name", "Phone", "City"], rows=2,
     first=["Ann", "555-1234", "Reno"], last=["Bob", "555-9876", "Ely"], end=CR)
file("mysql-batch.tsv", ["id\tname\tcreated_at", "1\tAnn \"the boss\t2026-01-01 00:00:00", "2\tNULL\t2026-01-02 00:00:00", "3\t5\" disk\t2026-01-03 00:00:00"], delimiter="\t", header=1,
     columns=["id", "name", "created_at"], rows=3, first=["1", "Ann \"the boss", "2026-01-01 00:00:00"], last=["3", "5\" disk", "2026-01-03 00:00:00"])
file("psql-unaligned.txt", ["id|name|city", "1|Ann|Porto", "2|Bob|", "(2 rows)"], delimiter="|", header=1, columns=["id", "name", "city"], rows=2, first=["1", "Ann", "Porto"], last=["2", "Bob", ""])
file("stripe-balance.csv", ["id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description", "txn_1A,charge,ch_1A,20.00,0.88,19.12,usd,2026-01-03 10:00,2026-01-05 00:00,\"Order #12, gift\"",
     "txn_1B,payout,po_1B,-19.12,0.00,-19.12,usd,2026-01-05 00:00,2026-01-05 00:00,STRIPE PAYOUT"], delimiter=",", header=1, columns=10, rows=2,
     first=["txn_1A", "charge", "ch_1A", "20.00", "0.88", "19.12", "usd", "2026-01-03 10:00", "2026-01-05 00:00", "Order #12, gift"],
     last=["txn_1B", "payout", "po_1B", "-19.12", "0.00", "-19.12", "usd", "2026-01-05 00:00", "2026-01-05 00:00", "STRIPE PAYOUT"])
file("shopify-products.csv", ["Handle,Title,Body (HTML),Vendor,Tags,Published,Variant SKU,Variant Price", "red-shirt,Red Shirt,\"<p>Soft,\nwarm &amp; \"\"red\"\"</p>\",Acme,\"summer, red\",true,RS-S,19.95",
     "red-shirt,,,,,,RS-M,19.95", "mug,Mug,,Acme,,false,'0012,5.00"], delimiter=",", header=1, columns=8, rows=3,
     first=["red-shirt", "Red Shirt", "<p>Soft,\nwarm &amp; \"red\"</p>", "Acme", "summer, red", "true", "RS-S", "19.95"], last=["mug", "Mug", "", "Acme", "", "false", "'0012", "5.00"])
file("datalogger-units.csv", ["Device: TH-7 Serial 00123", "Started: 2026-01-05 08:00:00", "", "Time;Temperature;Humidity;Battery", "s;°C;%;V", "0;21,4;45;3,1", "60;21,6;44;3,1", "120;21,9;44;3,0"],
     delimiter=";", header=4, columns=["Time", "Temperature", "Humidity", "Battery"], rows=3, first=["0", "21,4", "45", "3,1"], last=["120", "21,9", "44", "3,0"], encoding="windows-1252", end=CRLF)
file("report-with-total.csv", ["Sales by region", "Period: January 2026", "", "Region,Orders,Revenue", "North,12,\"1,200.00\"", "South,8,800.00", "West,5,510.50", "Total,25,\"2,510.50\""],
     delimiter=",", header=4, columns=["Region", "Orders", "Revenue"], rows=3, first=["North", "12", "1,200.00"], last=["West", "5", "510.50"])
file("mt-csv-ing-nl.csv", ["\"Datum\",\"Naam / Omschrijving\",\"Rekening\",\"Tegenrekening\",\"Code\",\"Af Bij\",\"Bedrag (EUR)\",\"Mutatiesoort\",\"Mededelingen\"",
     "\"20260105\",\"Albert Heijn\",\"NL69INGB0123456789\",\"\",\"BA\",\"Af\",\"12,34\",\"Betaalautomaat\",\"Pasvolgnr: 001, 05-01-2026\"",
     "\"20260106\",\"Werkgever BV\",\"NL69INGB0123456789\",\"NL13TEST0123456789\",\"OV\",\"Bij\",\"2000,00\",\"Overschrijving\",\"Salaris\""], delimiter=",", header=1, columns=9, rows=2,
     first=["20260105", "Albert Heijn", "NL69INGB0123456789", "", "BA", "Af", "12,34", "Betaalautomaat", "Pasvolgnr: 001, 05-01-2026"],
     last=["20260106", "Werkgever BV", "NL69INGB0123456789", "NL13TEST0123456789", "OV", "Bij", "2000,00", "Overschrijving", "Salaris"])
file("headless-log.csv", ["2026-01-01 00:00:01,GET,/index.html,200,512", "2026-01-01 00:00:02,GET,/a.css,304,0", "2026-01-01 00:00:03,POST,/login,200,87"], delimiter=",", header=0, columns=5, rows=3,
     first=["2026-01-01 00:00:01", "GET", "/index.html", "200", "512"], last=["2026-01-01 00:00:03", "POST", "/login", "200", "87"])
file("spaced-quotes.csv", ["name, city, note", "\"Ann\", \"Porto, PT\", \"x\"", "\"Bob\", \"Rome, IT\", \"y\"", "\"Cid\", \"Bonn, DE\", \"z\""], delimiter=",", header=1, columns=3, rows=3,
     first=["Ann", "Porto, PT", "x"], last=["Cid", "Bonn, DE", "z"])
file("japan-excel.csv", ["日付,氏名,金額", "2026/01/05,山田太郎,\"1,200\"", "2026/01/06,鈴木花子,800"], delimiter=",", header=1, columns=["日付", "氏名", "金額"], rows=2,
     first=["2026/01/05", "山田太郎", "1,200"], last=["2026/01/06", "鈴木花子", "800"], encoding="shift_jis", end=CRLF)
file("excel-ru.csv", ["Дата;Контрагент;Сумма", "05.01.2026;ООО «Ромашка»;1 200,00", "06.01.2026;Иванов Иван;-50,25"], delimiter=";", header=1, columns=["Дата", "Контрагент", "Сумма"], rows=2,
     first=["05.01.2026", "ООО «Ромашка»", "1 200,00"], last=["06.01.2026", "Иванов Иван", "-50,25"], encoding="windows-1251", end=CRLF)
file("one-column.txt", ["e-mail", "ann@example.org", "bob@example.org"], delimiter=",", header=1, columns=["e-mail"], rows=2, first=["ann@example.org"], last=["bob@example.org"])

print(json.dumps(files, ensure_ascii=False, indent=1))
