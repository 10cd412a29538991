"""Loans, savings and prices by Python's decimal, month by month and without the formulas: python3 plans.py > plans.json"""
import json
from decimal import Decimal as D, getcontext

getcontext().prec = 60


def left_after(principal, rate, months, payment):
    for _ in range(months):
        principal = principal * (1 + rate) - payment
    return principal


def payment_of(principal, percent, months):
    """What is left is linear in the payment: two trials find the payment that leaves nothing."""
    rate = D(percent) / 100 / 12
    none, one = left_after(D(principal), rate, months, D(0)), left_after(D(principal), rate, months, D(1))
    return none / (none - one)


def saved(start, percent, months, monthly):
    for _ in range(months):
        start = start * (1 + D(percent) / 100 / 12) + monthly
    return start


def yearly(start, percent, years, each):
    for _ in range(years):
        start = start * (1 + D(percent) / 100) + each
    return start


def monthly_for(goal, start, percent, months):
    none, one = saved(D(start), percent, months, D(0)), saved(D(start), percent, months, D(1))
    return (D(goal) - none) / (one - none)


def months_until(goal, start, percent, monthly):
    balance, months = D(start), 0
    while balance < D(goal):
        balance, months = balance * (1 + D(percent) / 100 / 12) + D(monthly), months + 1
    return months


def show(value):
    return str(value.quantize(D("0.00000001")))


loans = [("300000", "6", 360), ("20000", "4.9", 60), ("1000", "0", 12), ("250000", "3.75", 300), ("5000", "19.9", 1)]
sums = [("10000", "5", 10, "0"), ("1000", "7", 30, "1200"), ("0", "3.5", 5, "600"), ("2500", "0", 4, "100")]
monthly = [("1000", "6", 120, "100"), ("0", "4.2", 60, "250"), ("5000", "0", 12, "50")]
goals = [("20000", "0", "0", 24), ("50000", "5000", "3", 60), ("10000", "1000", "4.5", 18)]
waits = [("20000", "0", "0", "500"), ("50000", "5000", "3", "700"), ("1000000", "0", "5", "1000")]
print(json.dumps({
    "loans": [[*one, show(payment_of(*one))] for one in loans],
    "yearly": [[p, r, y, e, show(yearly(D(p), r, y, D(e)))] for p, r, y, e in sums],
    "monthly": [[p, r, n, e, show(saved(D(p), r, n, D(e)))] for p, r, n, e in monthly],
    "goals": [[*one, show(monthly_for(*one))] for one in goals],
    "waits": [[*one, months_until(*one)] for one in waits],
}, indent=0))
