package dev.rowan.web.row;

import dev.rowan.engine.report.JobNames;
import dev.rowan.engine.report.RowHistoryJson;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebRequest;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.layout.RunTabs;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The life of a row, its values whole, and its proof.
public final class RowScreen implements Screen {
    private static final Pattern LIST = Pattern.compile("[A-Za-z0-9%&=._~+*,:-]*");

    private final WebContext context;

    public RowScreen(WebContext context) {
        this.context = context;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/rows/{row}", this::page);
        router.get("/api/runs/{run}/rows/{row}", request -> new WebReply.Json(200, json(request)));
        router.get("/api/runs/{run}/rows/{row}/payload/{piece}", this::payload);
        router.get("/api/runs/{run}/rows/{row}/proof", this::proof);
    }

    private JsonObject json(WebRequest request) throws InterruptedException {
        long row = request.number("row");
        return context.readers().with(reader -> {
            RowHistory history =
                    RowHistoryView.read(reader, request.parameter("run"), row).history();
            var links = new RowLinks(new RowValues(history));
            return new RowHistoryJson(history, JobNames.of(reader, history), links).json();
        });
    }

    private RowHistoryView life(WebRequest request) throws InterruptedException {
        long row = request.number("row");
        return context.readers().with(reader -> RowHistoryView.read(reader, request.parameter("run"), row));
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RowHistoryView life = life(request);
        Optional<String> list =
                request.query("list").filter(query -> LIST.matcher(query).matches());
        Html main = new RowPage(life, list, request.queryNumber("part"), context.location()).html();
        return new WebReply.Page(
                200,
                request.isFragment()
                        ? main
                        : context.layout()
                                .page(
                                        "Row " + life.history().rowSeq() + " of "
                                                + life.history().run().name(),
                                        new RunTabs(life.history().run(), RunTabs.Tab.ROWS, false),
                                        main));
    }

    private WebReply payload(WebRequest request) throws InterruptedException {
        String piece = request.parameter("piece");
        RowHistoryView life = life(request);
        byte[] bytes = new RowValues(life.history())
                .find(piece, request.query("field"))
                .orElseThrow(() -> new WebRequestException(
                        404, "row " + life.history().rowSeq() + " has no '" + piece + "', or it was not recorded"));
        String name = "row-" + life.history().rowSeq() + "-" + piece
                + request.query("field").map(field -> "-" + field).orElse("") + ".txt";
        return new WebReply.Stream("text/plain; charset=utf-8", Map.of(), out -> out.write(bytes)).asFile(name);
    }

    private WebReply proof(WebRequest request) throws InterruptedException {
        long row = request.number("row");
        String run = context.readers().with(reader -> reader.runs().resolve(request.parameter("run")));
        byte[] proof;
        try (ChainCheck record = context.location().check()) {
            proof = record.prove(run, row, Optional.empty()).json();
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException refused) {
            throw new WebRequestException(409, String.valueOf(refused.getMessage()));
        }
        return new WebReply.Stream("application/json", Map.of(), out -> {
                    out.write(proof);
                    out.write("\n".getBytes(StandardCharsets.UTF_8));
                })
                .asFile("row-" + row + ".proof.json");
    }
}
