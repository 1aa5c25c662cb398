package dev.rowan.cli.history;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.landscape.record.ServiceOutage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Service outages during a run, as text and as JSON.
/// `probes` has the time of the next probe of each service that is down, if known.
public record OutageText(List<ServiceOutage> outages, Map<String, Instant> probes) {
    /// Earlier outages are only counted.
    private static final int MAX_SHOWN = 10;

    public OutageText {
        outages = List.copyOf(outages);
        probes = Map.copyOf(probes);
    }

    /// The recorded outages of a run.
    public static OutageText of(LandscapeReader reader, RunSummary run) {
        List<ServiceOutage> outages =
                ServiceOutage.of(reader.notes().after(run.runId(), 0, ServiceOutage.NOTES).stream()
                        .map(Note::facts)
                        .toList());
        boolean lasts = run.status().equals(RunSummary.RUNNING)
                && outages.stream().anyMatch(outage -> outage.until().isEmpty());
        return new OutageText(outages, lasts ? probes(reader, run) : Map.of());
    }

    private static Map<String, Instant> probes(LandscapeReader reader, RunSummary run) {
        var probes = new TreeMap<String, Instant>();
        List<Note> samples = reader.notes().after(run.runId(), 0, Set.of(Sample.NOTE));
        if (!samples.isEmpty()) {
            Note last = samples.getLast();
            for (Sample.Service service : Sample.of(last.facts()).services()) {
                service.down()
                        .ifPresent(
                                down -> probes.put(service.address(), last.at().plusMillis(down.nextProbeMillis())));
            }
        }
        return probes;
    }

    /// One line each, newest last: `api.openai.com was unreachable 12:03:10–12:04:02 (connect: refused)`.
    public List<String> lines(Shell shell) {
        var lines = new ArrayList<String>();
        int skipped = Math.max(0, outages.size() - MAX_SHOWN);
        if (skipped > 0) {
            lines.add(Figures.counted(skipped, "earlier outage"));
        }
        outages.stream().skip(skipped).map(outage -> line(outage, shell)).forEach(lines::add);
        return lines;
    }

    private String line(ServiceOutage outage, Shell shell) {
        String host = SafeText.line(outage.service()).replaceFirst("^https?://", "");
        String why = " (" + SafeText.line(outage.why()) + ")";
        String since = Figures.time(outage.since(), shell.zone());
        if (outage.until().isEmpty()) {
            return host + " unreachable since " + since + why + probe(outage, shell);
        }
        String until = Figures.time(outage.until().get(), shell.zone());
        return outage.isBack()
                ? host + " was unreachable from " + since + " to " + until + why
                : host + " was unreachable from " + since + " until the run stopped at " + until + why;
    }

    private String probe(ServiceOutage outage, Shell shell) {
        return Optional.ofNullable(probes.get(outage.service()))
                .map(at -> Duration.between(shell.time().instant(), at))
                .filter(Duration::isPositive)
                .map(left -> ", next probe in " + (left.toMillis() + 999) / 1_000 + " s")
                .orElse("");
    }

    public List<JsonObject> json() {
        return outages.stream()
                .map(outage -> JsonObject.object()
                        .put("service", outage.service())
                        .put("since", outage.since())
                        .put("until", outage.until())
                        .put("back", outage.isBack())
                        .put("why", outage.why()))
                .toList();
    }
}
