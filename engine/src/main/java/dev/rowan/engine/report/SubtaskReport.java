package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.SplitQueries.WriterState;
import dev.rowan.landscape.SplitQueries.WriterStatus;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// The figures of a subtask: a writer of the run beside its owner. `rowsPerSecond` is of the last seconds, or
/// its rows by the time of the run once it has ended. `sample` is its last one while it works.
public record SubtaskReport(WriterState writer, Optional<Sample> sample, OptionalDouble rowsPerSecond) {
    /// Samples are a second apart at first, and up to ten later.
    private static final int RECENT = 12;

    private static final Duration NOW = Duration.ofSeconds(8);

    /// `seconds` is how long the run has taken.
    static SubtaskReport read(LandscapeReader reader, String runId, WriterState writer, double seconds) {
        if (writer.status() != WriterStatus.WORKING) {
            return new SubtaskReport(writer, Optional.empty(), NodeReport.rate(writer.rowsDone(), seconds));
        }
        List<Note> recent = reader.splits().latestNotes(runId, writer.writer(), Sample.NOTE, writer.epoch(), RECENT);
        return new SubtaskReport(
                writer,
                recent.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Sample.of(recent.getLast().facts())),
                rate(recent));
    }

    /// Rows written per second lately.
    private static OptionalDouble rate(List<Note> notes) {
        if (notes.size() < 2) {
            return OptionalDouble.empty();
        }
        Note last = notes.getLast();
        Note first = notes.reversed().stream()
                .filter(note -> Duration.between(note.at(), last.at()).compareTo(NOW) >= 0)
                .findFirst()
                .orElse(notes.getFirst());
        return NodeReport.rate(
                written(last) - written(first),
                Duration.between(first.at(), last.at()).toNanos() / 1e9);
    }

    private static long written(Note note) {
        Sample sample = Sample.of(note.facts());
        return sample.rowsEnded() + sample.undurable();
    }

    public boolean works() {
        return writer.status() == WriterStatus.WORKING;
    }

    /// `working`, `ended`, `fenced` or `lost`.
    public String status() {
        return writer.status().name().toLowerCase(Locale.ROOT);
    }

    /// `host-1 (4711)`, or `–`.
    public String process() {
        return writer.host()
                .map(host ->
                        host + (writer.pid().isPresent() ? " (" + writer.pid().getAsLong() + ")" : ""))
                .orElse("–");
    }

    /// The rows in flight.
    public long inFlight() {
        return sample.map(Sample::inFlight).orElse(0L);
    }

    /// The services whose limit it shares with other processes.
    private List<Sample.Service> shared() {
        return sample.map(Sample::services).orElse(List.of()).stream()
                .filter(service -> service.shared().isPresent())
                .toList();
    }

    /// `33 %`, for each service in order; `–` if it shares none.
    public String shares() {
        return shared().isEmpty()
                ? "–"
                : shared().stream()
                        .flatMap(service -> service.shared().stream())
                        .map(limit -> Figures.percent(limit.share()))
                        .collect(Collectors.joining(", "));
    }

    public String rate() {
        return rowsPerSecond.isPresent() ? Figures.perSecond(rowsPerSecond.getAsDouble()) : "–";
    }

    JsonObject json() {
        return JsonObject.object()
                .put("writer", (long) writer.writer())
                .put("status", status())
                .put("host", writer.host())
                .put("process", writer.pid())
                .put("epoch", (long) writer.epoch())
                .put("last_seen", writer.renewed())
                .put("rows", writer.rowsDone())
                .put("rows_per_second", rowsPerSecond)
                .put("in_flight", inFlight())
                .put("limit_shares", shared().stream().map(SubtaskReport::share).toList())
                .put("splits_done", writer.splitsDone())
                .put("splits_open", writer.splitsOpen());
    }

    private static JsonObject share(Sample.Service service) {
        return JsonObject.object()
                .put("address", service.address())
                .put("shared_by", service.shared().map(shared -> (long) shared.members()))
                .put("share", service.shared().map(Sample.SharedLimit::share));
    }
}
