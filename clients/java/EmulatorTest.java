package tristore;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import tristore.Emulator.EmulatorException;

/** Makes the calls of ../calls.json, in their order. Run it with -ea. */
public final class EmulatorTest {
  private static final String SEED =
      "{namespaces: [{id: ns_demo_starter, keys: [{key: kv_admin_demo, scope: admin}], entries: [{key: a, value: 1, ttlSeconds: 86400}]}]}";
  private static final Instant DATE = Instant.parse("2026-01-31T23:59:00Z");

  public static void main(String[] args) throws IOException {
    Emulator.Options options = new Emulator.Options().seed("{database: {keys: [{key: db_start}]}}").clock(DATE)
        .profile("{kv: {putStatus: 201}}").adminToken("only-tests").env("EMULATOR_RANDOM_SEED", "7");
    String image = System.getenv().getOrDefault("EMULATOR_IMAGE", "tristore-emulator");
    Emulator started = Emulator.start(image, options);
    try {
      Emulator connected = Emulator.connect(started.baseUrl + "/", "only-tests");
      Instant earlier = Instant.parse("2026-01-31T23:00:00Z");
      Emulator world = connected.world(new Emulator.Options().seed(SEED).clock(earlier));
      steer(world);
      try {
        world.close();
        assert false : "not refused";
      } catch (EmulatorException error) {
        assert error.getMessage().startsWith("f_1 {\"operation\":\"documents.list\"} never fired; 0 req") : error;
      }
      world.close();
    } finally {
      started.close();
      started.close();
    }
  }

  private static void steer(Emulator world) {
    assert world.dbBaseUrl.equals(world.baseUrl);
    assert world.setClock(DATE).equals(DATE);
    world.advance(Duration.ofMinutes(15));
    world.advanceTo("next-expiry", Duration.ofMillis(-1));
    assert world.advanceTo("next-month").equals(Instant.parse("2026-03-01T00:00:00Z"));
    world.setClock(DATE, false, true);
    world.removeFault(world.addFault("{match: {operation: 'kv.*'}, status: 503}"));
    List<String> faults = world.addFaults(List.of(
        Map.of("match", Map.of("operation", "kv.get"), "hold", true, "times", 1),
        Map.of("match", Map.of("operation", "kv.delete"), "status", 503, "optional", true)));
    URI url = URI.create(world.baseUrl + "/v1/kv/" + Emulator.NAMESPACE + "/a");
    HttpRequest read = HttpRequest.newBuilder(url).header("X-KV-Key", Emulator.KV_KEY).build();
    CompletableFuture<?> reading = HttpClient.newHttpClient().sendAsync(read, BodyHandlers.discarding());
    world.release((String) world.held(faults.get(0), 0).get("id"), Map.of("status", 429));
    reading.join();
    var requests = world.requests(new TreeMap<>(Map.of("limit", 1, "operation", "kv.*")));
    assert requests.get(0).get("status").equals(429L) : requests;
    try {
      world.setClock(Instant.parse("2020-01-31T23:59:00Z"));
      assert false : "not refused";
    } catch (EmulatorException error) {
      assert error.status == 409 && error.code.equals("clock_backwards") : error;
      assert error.getMessage().contains("\ngo back anyway with force: true") : error;
    }
    world.mergeState("{stores: [{id: ec_demo_starter}]}");
    assert ((List<?>) world.state().get("stores")).size() == 1;
    world.putSeed("database: { keys: [{ key: db_test }] }");
    world.reset();
    assert ((Map<?, ?>) world.call("GET", "/usage", null)).get("operations").equals(Map.of());
    world.addFault(Map.of("match", Map.of("operation", "documents.list"), "status", 503));
  }
}
