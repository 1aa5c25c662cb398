package dev.rowan.cli.simulate;

import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.ShellWord;
import dev.rowan.json.JsonObject;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.simulator.fault.FaultSettings;
import dev.rowan.simulator.latency.Latency;
import dev.rowan.simulator.limit.LimitSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The startup text of a simulator: address, behaviour, and variables to export.
record ServingText(URI address, SimulatorSettings settings) {
    private static final String ANY_KEY = "simulator-takes-any-key";
    private static final String INDENT = "  ";

    List<String> lines(AnsiStyle paint) {
        var lines = new ArrayList<String>();
        lines.add("Simulator at " + paint.bold(address.toString()) + ", seed " + settings.seed());
        conduct().forEach(line -> lines.add(INDENT + line));
        lines.add("");
        lines.add("Set these variables in the shell that uses it:");
        for (SimulatedService service : SimulatedService.ALL) {
            lines.add("");
            String at = service.address(address);
            lines.add(INDENT + paint.dim("# " + service.name()));
            lines.add(INDENT
                    + service.addressVariable()
                            .map(variable -> "export " + variable + "=" + at)
                            .orElse(paint.dim("# transform option base_url: " + at)));
            lines.add(INDENT + "export " + service.keyVariable() + "=" + ShellWord.of(SafeText.line(key())));
        }
        lines.add("");
        lines.add("Statistics:");
        lines.add(INDENT + "curl " + address + "/_simulator/stats");
        lines.add(INDENT + "curl " + address + "/_simulator/bill");
        lines.add("");
        lines.add("Press Ctrl-C to stop.");
        return lines;
    }

    JsonObject json() {
        Map<String, String> environment = new LinkedHashMap<>();
        Map<String, String> addresses = new LinkedHashMap<>();
        for (SimulatedService service : SimulatedService.ALL) {
            addresses.put(service.name().toLowerCase(Locale.ROOT).replace(' ', '_'), service.address(address));
            service.addressVariable().ifPresent(variable -> environment.put(variable, service.address(address)));
            environment.put(service.keyVariable(), key());
        }
        return JsonObject.object()
                .put("status", "serving")
                .put("address", address.toString())
                .put("seed", settings.seed())
                .put("environment", environment)
                .put("base_urls", addresses);
    }

    /// A key that it accepts.
    private String key() {
        return settings.keys().accepted().stream()
                .flatMap(keys -> keys.stream().sorted())
                .filter(key -> !settings.keys().dead().contains(key))
                .findFirst()
                .orElse(ANY_KEY);
    }

    private List<String> conduct() {
        return List.of(
                latency(settings.conduct().latency()),
                limits(settings.conduct().limits()),
                faults(settings.conduct().faults()));
    }

    private static String latency(Latency latency) {
        return switch (latency) {
            case Latency.None() -> "no latency";
            case Latency.Fixed(var time) -> "latency " + Figures.duration(time);
            case Latency.Uniform(var low, var high) ->
                "latency " + Figures.duration(low) + " to " + Figures.duration(high);
            case Latency.Lognormal(var median, var _, var _) ->
                "latency " + Figures.duration(median) + " (median), lognormal";
            case Latency.HeavyTail(var least, var _, var _) ->
                "latency at least " + Figures.duration(least) + ", heavy tail";
        };
    }

    private static String limits(LimitSettings limits) {
        if (limits.isNone()) {
            return "no rate limits";
        }
        List<String> amounts = Stream.of(
                        limits.requests().map(n -> Figures.counted(n, "request")),
                        limits.tokens().map(n -> Figures.counted(n, "token")))
                .flatMap(Optional::stream)
                .toList();
        return "rate limit per key: " + String.join(" and ", amounts) + " per " + period(limits.per())
                + (limits.headers() ? "" : ", without rate-limit headers");
    }

    private static String period(Duration per) {
        return per.equals(Duration.ofMinutes(1)) ? "minute" : Figures.duration(per);
    }

    private static String faults(FaultSettings faults) {
        return faults.rules().isEmpty()
                ? "no faults"
                : Figures.counted(faults.rules().size(), "kind") + " of random faults"
                        + faults.attempts()
                                .map(n -> ", in the first " + Figures.counted(n, "send") + " of a request")
                                .orElse("");
    }
}
