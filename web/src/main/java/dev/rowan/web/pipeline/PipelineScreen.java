package dev.rowan.web.pipeline;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h1;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.EdgeTokens;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramOverlay;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.util.Map;
import java.util.Optional;

/// The pipeline of a run as it was recorded, and the one of the file that the server was given.
public final class PipelineScreen implements Screen {
    private final WebContext context;
    private final Optional<PipelineSource> source;

    public PipelineScreen(WebContext context, Optional<PipelineSource> source) {
        this.context = context;
        this.source = source;
    }

    @Override
    public void routes(Router router) {
        router.get("/pipeline", _ -> new WebReply.Page(200, file()));
        router.get("/api/pipeline", _ -> new WebReply.Json(200, fileJson()));
        router.get("/runs/{run}/pipeline", this::recorded);
        router.get("/api/runs/{run}/pipeline", request -> new WebReply.Json(200, recordedJson(request)));
    }

    private Html file() {
        if (source.isEmpty()) {
            return context.layout()
                    .page(
                            "Pipeline",
                            h1(text("Pipeline")),
                            div(
                                    cls("empty"),
                                    p(text("No pipeline file. Start the server with one to see"
                                            + " its diagram, settings and problems here:")),
                                    pre(text(how())),
                                    p(text("The pipelines of runs are on their own pages."))));
        }
        PipelineText read = source.get().read();
        Optional<Diagram> sketch = read.sketch();
        return context.layout()
                .page(
                        "Pipeline",
                        h1(text(sketch.map(Diagram::name).orElse("Pipeline"))),
                        p(cls("sub"), text(read.file() + ", current content")),
                        new PipelineView(read, sketch, Optional.empty()).html());
    }

    private String how() {
        return context.location().command("serve --pipeline pipeline.yaml");
    }

    private Object fileJson() {
        PipelineText read = source.orElseThrow(() -> new WebRequestException(
                        404, "the server was started without a pipeline file; start it with: " + how()))
                .read();
        return PipelineJson.of(read, read.sketch(), Map.of());
    }

    /// A run's pipeline; the tokens of a chain are known only as far as its summary has them.
    private record OfRun(RunSummary run, RunStart declared, Optional<RunFlow> flow) {
        RunDiagramView picture() {
            Diagram sketch = RecordedPipeline.sketch(declared);
            boolean running = run.status().equals(RunSummary.RUNNING);
            return new RunDiagramView(
                    run,
                    sketch,
                    flow.map(tokens -> new RunDiagram(sketch, new EdgeTokens(declared, tokens)).overlay(running))
                            .orElseGet(() -> DiagramOverlay.of(ChainCounts.of(sketch, run), Map.of())));
        }
    }

    private OfRun ofRun(WebRequest request) throws InterruptedException {
        return context.readers().with(reader -> {
            String id = reader.runs().resolve(request.parameter("run"));
            RunSummary run = request.isFragment()
                    ? context.states().lately(reader, id)
                    : context.states().now(reader, id);
            RunStart declared = reader.runs().declared(id);
            boolean graph =
                    declared.nodes().stream().anyMatch(node -> !node.topology().isEmpty());
            return new OfRun(run, declared, graph ? Optional.of(reader.runs().flow(id)) : Optional.empty());
        });
    }

    private WebReply recorded(WebRequest request) throws InterruptedException {
        OfRun found = ofRun(request);
        RunDiagramView picture = found.picture();
        if (request.isFragment()) {
            return new WebReply.Page(200, picture.html());
        }
        return new WebReply.Page(
                200,
                context.layout()
                        .page(
                                "Pipeline of " + found.run().name(),
                                new RunTabs(found.run(), RunTabs.Tab.PIPELINE, false),
                                new PipelineView(
                                                RecordedPipeline.text(found.declared()),
                                                Optional.of(picture.sketch()),
                                                Optional.of(picture))
                                        .html()));
    }

    private Object recordedJson(WebRequest request) throws InterruptedException {
        OfRun found = ofRun(request);
        RunDiagramView picture = found.picture();
        return PipelineJson.of(
                RecordedPipeline.text(found.declared()),
                Optional.of(picture.sketch()),
                picture.overlay().tokens());
    }
}
