package dev.rowan.simulator.bill;

/// The records of a simulator.
public record Records(Journal journal, Bill bill, InFlightCounter flights) {

    public static Records of(int journalSize) {
        return new Records(new Journal(journalSize), new Bill(), new InFlightCounter());
    }

    public void reset() {
        journal.reset();
        bill.reset();
        flights.reset();
    }
}
