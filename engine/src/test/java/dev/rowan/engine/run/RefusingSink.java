package dev.rowan.engine.run;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A table by the field `n`, written by upsert: it keeps what it committed, whatever the record says, and refuses rows
/// when they are written or when they are committed. It commits every `part` rows. Owned by the release thread.
class RefusingSink implements Sink {
    private final int part;
    private final Rule atWrite;
    private final Rule atCommit;
    private final SortedMap<Long, Row> table = new TreeMap<>();
    private final List<Row> taken = new ArrayList<>();
    private List<RefusedRow> refused = List.of();
    private Mark mark = Mark.at(0);

    /// Whether the row with this number is refused; asked whenever the row is written.
    interface Rule {
        boolean refuses(long number) throws IOException;
    }

    RefusingSink(int part, Rule atWrite, Rule atCommit) {
        this.part = part;
        this.atWrite = atWrite;
        this.atCommit = atCommit;
    }

    List<Long> numbers() {
        return List.copyOf(table.keySet());
    }

    static long number(Row row) {
        return row.get("n") instanceof Long n ? n : 0;
    }

    static Reason reason(long number) {
        return Reason.of("sink_refused", "there is a row " + number).with("status_code", 409);
    }

    @Override
    public Optional<String> check(Existing existing) {
        return Optional.empty();
    }

    @Override
    public void open(Existing existing) {
        resume(Mark.at(0));
    }

    @Override
    public Mark resume(Mark recorded) {
        mark = recorded;
        taken.clear();
        refused = List.of();
        return recorded;
    }

    @Override
    public Optional<Reason> write(Row row) throws IOException {
        if (atWrite.refuses(number(row))) {
            return Optional.of(reason(number(row)));
        }
        taken.add(row);
        return Optional.empty();
    }

    @Override
    public Mark sync() throws IOException {
        commit(taken.size() / part * part);
        return mark;
    }

    @Override
    public Mark finish() throws IOException {
        commit(taken.size());
        return mark;
    }

    private void commit(int count) throws IOException {
        var found = new ArrayList<RefusedRow>();
        for (int i = 0; i < count; i++) {
            Row row = taken.get(i);
            if (atCommit.refuses(number(row))) {
                found.add(new RefusedRow(i, reason(number(row))));
            } else {
                table.put(number(row), row);
                String text = mark.sha256() + row;
                mark = new Mark(mark.rows() + 1, 0, 0, Sha256.hex(text.getBytes(StandardCharsets.UTF_8)));
            }
        }
        taken.subList(0, count).clear();
        refused = found;
    }

    @Override
    public List<RefusedRow> refused() {
        return refused;
    }

    @Override
    public boolean lags() {
        return part > 1;
    }

    @Override
    public boolean isAtPartEnd() {
        return taken.size() % part == 0;
    }

    @Override
    public Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
