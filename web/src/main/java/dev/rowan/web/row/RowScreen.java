package dev.rowan.web.row;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
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
import java.util.Optional;
import java.util.regex.Pattern;

/// The life of a row, its values whole, and its proof.
public final class RowScreen implements Screen {
    private static final Pattern LIST = Pattern.compile("[A-Za-z0-9%&=._~+*,:-]*");

    private final WebContext around;

    public RowScreen(WebContext around) {
        this.around = around;
    }

    @Override
    public void routes(Router router) {
        router.get("/runs/{run}/rows/{row}", this::page);
        router.get("/api/runs/{run}/rows/{row}", request -> new WebReply.Json(RowHistoryJson.of(life(request))));
        router.get("/api/runs/{run}/rows/{row}/payload/{piece}", this::payload);
        router.get("/api/runs/{run}/rows/{row}/proof", this::proof);
    }

    private RowHistoryView life(WebRequest request) throws InterruptedException {
        long row = request.number("row");
        return around.readers().with(reader -> RowHistoryView.read(reader, request.place("run"), row));
    }

    private WebReply page(WebRequest request) throws InterruptedException {
        RowHistoryView life = life(request);
        Optional<String> list =
                request.query("list").filter(words -> LIST.matcher(words).matches());
        Html main = new RowPage(life, list, request.queryNumber("part"), around.place()).html();
        return new WebReply.Page(
                request.isFragment()
                        ? main
                        : around.layout()
                                .page(
                                        "Row " + life.story().rowSeq() + " of "
                                                + life.story().run().name(),
                                        new RunTabs(life.story().run(), RunTabs.Tab.ROWS),
                                        main));
    }

    private WebReply payload(WebRequest request) throws InterruptedException {
        String piece = request.place("piece");
        RowHistoryView life = life(request);
        byte[] bytes = new RowValues(life.story())
                .find(piece, request.query("field"))
                .orElseThrow(() -> new WebRequestException(
                        404, "row " + life.story().rowSeq() + " has no '" + piece + "', or it was not kept"));
        String name = "row-" + life.story().rowSeq() + "-" + piece
                + request.query("field").map(field -> "-" + field).orElse("") + ".txt";
        return new WebReply.Stream("text/plain; charset=utf-8", out -> out.write(bytes)).asFile(name);
    }

    private WebReply proof(WebRequest request) throws InterruptedException {
        long row = request.number("row");
        String run = around.readers().with(reader -> reader.runs().resolve(request.place("run")));
        byte[] proof;
        try (ChainCheck record = around.place().check()) {
            proof = record.prove(run, row, Optional.empty()).json();
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException refused) {
            throw new WebRequestException(409, String.valueOf(refused.getMessage()));
        }
        return new WebReply.Stream("application/json", out -> {
                    out.write(proof);
                    out.write("\n".getBytes(StandardCharsets.UTF_8));
                })
                .asFile("row-" + row + ".proof.json");
    }
}
