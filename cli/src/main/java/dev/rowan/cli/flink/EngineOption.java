package dev.rowan.cli.flink;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.split.SplitPlan;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that choose where rows are processed.
public final class EngineOption {
    private static final int DEFAULT_WORKERS = 2;
    private static final long DEFAULT_SPLIT_ROWS = 1_000;
    private static final String LOCAL = "local";
    private static final String FLINK = "flink";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = {
                "Where rows are processed: 'local', in this process, or",
                "'flink', by workers on Apache Flink that share a",
                "PostgreSQL landscape. Default: local."
            })
    private Optional<String> engine = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "With --engine flink: worker processes on this machine. Default: 2.")
    private Optional<Integer> workers = Optional.empty();

    @Option(
            names = "--cluster",
            paramLabel = "URL",
            description = {"Use this Flink cluster, such as http://host:8081; all", "its free slots are workers."})
    private @Nullable String cluster;

    @Option(names = "--insecure-cluster", description = "Allow a --cluster on another machine without https.")
    private boolean insecure;

    @Option(
            names = "--split-rows",
            paramLabel = "N",
            description = "With --engine flink: rows per split. Default: 1000.")
    private Optional<Long> splitRows = Optional.empty();

    /// Workers on Flink, each taking `splitRows` rows at once.
    public record FlinkEngine(SplitCluster cluster, long splitRows) {}

    /// The Flink cluster to use; empty if rows are processed here. Throws what keeps it from being used. `observe`
    /// shows the rows of this process; `resumed` is the run to be resumed, if one is.
    public Optional<FlinkEngine> choose(
            LandscapeAddress address, Shell shell, ObserveOptions observe, Optional<String> resumed)
            throws IOException, InterruptedException {
        String chosen = engine.orElse(cluster == null ? LOCAL : FLINK);
        if (!chosen.equals(LOCAL) && !chosen.equals(FLINK)) {
            throw new UsageException("--engine must be local or flink, got '" + chosen + "'");
        }
        if (chosen.equals(LOCAL)) {
            refuse(cluster != null, "--cluster", "requires --engine flink");
            refuse(workers.isPresent(), "--workers", "requires --engine flink");
            refuse(splitRows.isPresent(), "--split-rows", "requires --engine flink");
            refuse(insecure, "--insecure-cluster", "requires --cluster");
            return Optional.empty();
        }
        if (address.url().toLowerCase(Locale.ROOT).startsWith("sqlite:")) {
            throw new UsageException("workers on Flink share a PostgreSQL landscape, and this one is SQLite; pass"
                    + " --landscape postgresql://… or set ROWAN_LANDSCAPE");
        }
        int processes = workers.orElse(DEFAULT_WORKERS);
        refuse(
                processes < 1 || processes > FlinkCluster.MAX_SUBTASKS,
                "--workers",
                "must be 1 to " + FlinkCluster.MAX_SUBTASKS + ", got " + processes);
        long rows = splitRows.orElse(DEFAULT_SPLIT_ROWS);
        refuse(
                rows < 1 || rows > SplitPlan.MAX_SPLIT_ROWS,
                "--split-rows",
                "must be 1 to " + SplitPlan.MAX_SPLIT_ROWS + ", got " + rows);
        refuse(
                cluster != null && workers.isPresent(),
                "--workers",
                "starts processes on this machine; with --cluster, all its free slots are workers");
        refuse(
                observe.isGiven(),
                "--ui, --ui-stay, --port, --metrics-port and --log",
                "show a single process; omit them, or use --engine local");
        FlinkHome home = FlinkHome.find(shell);
        return Optional.of(new FlinkEngine(
                cluster == null
                        ? new ChildWorkers(home, processes, address.url(), shell)
                        : existing(cluster, home, shell, resumed),
                rows));
    }

    private static void refuse(boolean wrong, String option, String why) {
        if (wrong) {
            throw new UsageException(option + " " + why);
        }
    }

    private SplitCluster existing(String url, FlinkHome home, Shell shell, Optional<String> resumed)
            throws IOException, InterruptedException {
        URI address = address(url);
        String host = String.valueOf(address.getHost());
        boolean secure = "https".equals(address.getScheme());
        if (!secure && !insecure && !LOOPBACK.contains(host)) {
            throw new UsageException(
                    "--cluster " + url + " is not encrypted: others on the network could replace the job;"
                            + " use https, or pass --insecure-cluster if you trust the network");
        }
        var found = new FlinkCluster(address, home, shell.time());
        found.check(resumed);
        return found::run;
    }

    /// A password would be recorded with the command line.
    private static URI address(String url) {
        try {
            var address = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (http && address.getHost() != null && address.getRawUserInfo() == null) {
                return address;
            }
        } catch (URISyntaxException _) {
            // refused below
        }
        throw new UsageException("--cluster must be an address such as http://host:8081, without user and password");
    }
}
