package dev.rowan.bench;

import dev.rowan.bench.batch.BatchFilesBench;
import dev.rowan.bench.batch.BatchIngestBench;
import dev.rowan.bench.batch.BatchJobsBench;
import dev.rowan.bench.calls.AnswerReuseBench;
import dev.rowan.bench.calls.CallsBench;
import dev.rowan.bench.calls.CallsContender;
import dev.rowan.bench.calls.WritesBench;
import dev.rowan.bench.connectors.ConnectorsBench;
import dev.rowan.bench.connectors.ParquetRowsBench;
import dev.rowan.bench.controller.ControllerBench;
import dev.rowan.bench.crash.BatchCrashesBench;
import dev.rowan.bench.crash.CrashesBench;
import dev.rowan.bench.harness.SimulatorMain;
import dev.rowan.bench.http.HttpBench;
import dev.rowan.bench.noise.NoiseBench;
import dev.rowan.bench.noise.NoiseClient;
import dev.rowan.bench.noise.NoiseServer;
import dev.rowan.bench.noise.OutageBench;
import dev.rowan.bench.noise.StartBench;
import dev.rowan.bench.page.LivePageBench;
import dev.rowan.bench.page.RowTableBench;
import dev.rowan.bench.record.ProveBench;
import dev.rowan.bench.record.ReplayBench;
import dev.rowan.bench.record.ResumeBench;
import dev.rowan.bench.record.RetentionBench;
import dev.rowan.bench.rows.GraphBench;
import dev.rowan.bench.rows.LargeRowsBench;
import dev.rowan.bench.rows.OrderBench;
import dev.rowan.bench.rows.ThroughputBench;
import dev.rowan.bench.savings.SavingsBench;
import dev.rowan.bench.simulator.SimulatorBench;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/// Starts a benchmark by its name, with the arguments that follow it.
public final class Bench {

    /// The body of one benchmark.
    @FunctionalInterface
    interface Body {
        void run(String... args) throws Exception;
    }

    private static final Map<String, Body> BY_NAME = new TreeMap<>(Map.ofEntries(
            Map.entry("throughput", ThroughputBench::run),
            Map.entry("throughput_inside", ThroughputBench::inside),
            Map.entry("ten_million", ThroughputBench::tenMillion),
            Map.entry("graph", GraphBench::run),
            Map.entry("graph_inside", GraphBench::inside),
            Map.entry("graph_heap", GraphBench::heap),
            Map.entry("graph_heap_inside", GraphBench::heapInside),
            Map.entry("connectors", ConnectorsBench::run),
            Map.entry("parquet_rows", ParquetRowsBench::run),
            Map.entry("parquet_rows_inside", ParquetRowsBench::inside),
            Map.entry("order", OrderBench::run),
            Map.entry("http", HttpBench::run),
            Map.entry("calls", CallsBench::run),
            Map.entry("calls_contender", CallsContender::run),
            Map.entry("calls_at_once", CallsBench::atOnce),
            Map.entry("calls_slow", CallsBench::slow),
            Map.entry("dedupe", AnswerReuseBench::dedupe),
            Map.entry("since", AnswerReuseBench::since),
            Map.entry("replay", ReplayBench::run),
            Map.entry("crashes", CrashesBench::run),
            Map.entry("batch_crashes", BatchCrashesBench::run),
            Map.entry("batch_files", BatchFilesBench::run),
            Map.entry("batch_files_inside", BatchFilesBench::inside),
            Map.entry("batch_ingest", BatchIngestBench::run),
            Map.entry("batch_ingest_inside", BatchIngestBench::inside),
            Map.entry("batch_jobs", BatchJobsBench::run),
            Map.entry("durability", CallsBench::durability),
            Map.entry("prove", ProveBench::run),
            Map.entry("prove_make", ProveBench::make),
            Map.entry("prove_inside", ProveBench::inside),
            Map.entry("retention", RetentionBench::run),
            Map.entry("resume", ResumeBench::run),
            Map.entry("resume_make", ResumeBench::make),
            Map.entry("resume_inside", ResumeBench::inside),
            Map.entry("large_rows", LargeRowsBench::run),
            Map.entry("live_page", LivePageBench::run),
            Map.entry("row_table", RowTableBench::run),
            Map.entry("row_table_inside", RowTableBench::inside),
            Map.entry("controller", ControllerBench::run),
            Map.entry("noise", NoiseBench::run),
            Map.entry("noise_client", NoiseClient::run),
            Map.entry("noise_server", NoiseServer::run),
            Map.entry("outage", OutageBench::run),
            Map.entry("savings", SavingsBench::run),
            Map.entry("start", StartBench::run),
            Map.entry("writes", WritesBench::run),
            Map.entry("simulator", SimulatorBench::run),
            Map.entry("simulate", SimulatorMain::run)));

    private Bench() {}

    public static void main(String... args) throws Exception {
        Body body = args.length == 0 ? null : BY_NAME.get(args[0]);
        if (body == null) {
            System.err.println("Usage: rowan bench NAME [ARGS]; known names: " + BY_NAME.keySet());
            System.exit(2);
            return;
        }
        body.run(Arrays.copyOfRange(args, 1, args.length));
    }
}
