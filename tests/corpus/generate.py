#!/usr/bin/env python3
"""Writes the corpus: small OBJ, glTF and .ambula files and inputs of the triangulation, good ones and every
kind of bad one.

    tests/corpus/generate.py            # writes obj/, glb/, ambula/ and triangulate/ beside itself

good_* must be read, bad_* must be refused; odd_* only must not break anything. The .ambula writer follows
docs/format.md and nothing else, so that the tests that read its files hold the library to the document.
Standard library only; the same bytes in every run.
"""
import base64
import json
import math
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
MASK = (1 << 64) - 1


# --- XXH64 (public specification) -------------------------------------------------------------------------

P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def rotl(x, r):
    return ((x << r) | (x >> (64 - r))) & MASK


def lane_round(acc, word):
    return rotl((acc + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    at = 0
    if len(data) >= 32:
        lanes = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        while at + 32 <= len(data):
            words = struct.unpack_from("<4Q", data, at)
            lanes = [lane_round(a, w) for a, w in zip(lanes, words)]
            at += 32
        acc = sum(rotl(a, r) for a, r in zip(lanes, (1, 7, 12, 18))) & MASK
        for a in lanes:
            acc = ((acc ^ lane_round(0, a)) * P1 + P4) & MASK
    else:
        acc = P5
    acc = (acc + len(data)) & MASK
    while at + 8 <= len(data):
        acc = (rotl(acc ^ lane_round(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(data):
        acc = (rotl(acc ^ struct.unpack_from("<I", data, at)[0] * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for b in data[at:]:
        acc = rotl(acc ^ b * P5 & MASK, 11) * P1 & MASK
    acc = (acc ^ acc >> 33) * P2 & MASK
    acc = (acc ^ acc >> 29) * P3 & MASK
    return acc ^ acc >> 32


# --- .ambula ----------------------------------------------------------------------------------------------


def u64(*values):
    return struct.pack(f"<{len(values)}Q", *values)


def f64(*values):
    return struct.pack(f"<{len(values)}d", *values)


def padded(data):
    return data + bytes(-len(data) % 8)


def string(s):
    data = s.encode() if isinstance(s, str) else s
    return u64(len(data)) + padded(data)


def array(code, items):
    flat = [x for item in items for x in (item if isinstance(item, (tuple, list)) else (item,))]
    return u64(len(items)) + padded(struct.pack(f"<{len(flat)}{code}", *flat))


def container(chunks, major=1, minor=7, count=None, size=None, entries=None):
    """chunks: (tag, version, bytes). `entries` may replace (offset, size) of single chunks."""
    at = 32 + 32 * len(chunks)
    table, body = b"", b""
    for i, (tag, version, data) in enumerate(chunks):
        offset, length = (entries or {}).get(i, (at, len(data)))
        table += tag + struct.pack("<IQQQ", version, offset, length, xxh64(data))
        body += data
        at += len(data)
    head = b"AMBULA\x1a\n" + struct.pack("<HHIQ", major, minor, len(chunks) if count is None else count,
                                         at if size is None else size)
    return head + u64(xxh64(head + table)) + table + body


def mix(x):
    x = (x ^ x >> 33) * P2 & MASK
    x = (x ^ x >> 29) * P3 & MASK
    return x ^ x >> 32


def scene_hash(scene):
    objects = [xxh64(u64(len(n)) + n.encode() + u64(len(c)) + c.encode()) for n, c in scene["objects"]]
    materials = [xxh64(u64(len(m)) + m.encode()) for m in scene["materials"]]
    total = 0
    for tri, o, m in zip(scene["triangles"], scene["triangle_object"], scene["triangle_material"]):
        corners = [scene["positions"][v] for v in tri]
        first = corners.index(min(corners))
        h = mix((objects[o] + materials[m] * 3) & MASK)
        for corner in corners[first:] + corners[:first]:
            for k, value in enumerate(corner):
                h = (mix(h ^ struct.unpack("<Q", f64(value + 0.0))[0]) + k + 1) & MASK
        total = (total + mix(h)) & MASK
    return xxh64(u64(total, len(scene["triangles"])))


AXES = (1, 0, 0, 0, 1, 0, 0, 0, 1)


def agent(height=1.8, radius=0.3, slope=45.0, step=0.4, gap=0.3):
    return (b"AGNT", 1, f64(height, radius, slope, step, gap))


def parameters(pairs=()):
    return (b"PARM", 1, u64(len(pairs)) + b"".join(string(k) + string(v) for k, v in pairs))


def source(name="", known_hash=0):
    return (b"SRCE", 1, string(name) + u64(known_hash))


def scene_chunk(scene, version=1):
    n = len(scene["triangles"])
    data = string(scene.get("source", ""))
    data += f64(*scene.get("axes", AXES), scene.get("unit", 1.0))
    data += f64(*scene.get("origin", (0, 0, 0)), scene.get("quantum", 1e-4))
    data += u64(*scene.get("cleaning", (n, 0, 0, 0, 0, n)))
    data += u64(len(scene["objects"])) + b"".join(string(a) + string(b) for a, b in scene["objects"])
    data += u64(len(scene["materials"])) + b"".join(string(m) for m in scene["materials"])
    data += array("d", scene["positions"]) + array("I", scene["triangles"])
    data += array("I", scene["triangle_object"]) + array("I", scene["triangle_material"])
    return (b"SCEN", version, data)


def square(**changes):
    scene = dict(source="square.obj", positions=[(0, 0, 0), (4, 0, 0), (4, 3, 0), (0, 3, 0)],
                 triangles=[(0, 1, 2), (0, 2, 3)], triangle_object=[0, 0], triangle_material=[0, 0],
                 objects=[("Floor", "IfcSlab")], materials=["wood"])
    scene.update(changes)
    return scene


NONE = 0xFFFFFFFF


def walkable(**changes):
    """The square as a walkable surface, built by hand: two faces joined along the diagonal."""
    surface = dict(origin=(0, 0, 0), quantum=1e-4,
                   vertices=[(0, 0, 0), (40000, 0, 0), (40000, 30000, 0), (0, 30000, 0)],
                   faces=[(0, 1, 2), (0, 2, 3)], neighbours=[(NONE, NONE, 1), (0, NONE, NONE)],
                   border=[(2, 1, 0), (0, 1, 3)], border_height=[(3000, 0, 0), (0, 0, 20000)],
                   inner_wall=[0, 4], component=[0, 0], face_triangle=[0, 1], face_object=[0, 0],
                   face_material=[0, 0], removed=[((0, 0, 50), (100, 0, 50), (0, 100, 50))], removed_why=[1],
                   closed=[((0, 0, 0), (40000, 0, 0))], areas=(12.00005, 0, 0, 0, 0.00005, 0, 12.0),
                   counts=(1, 2, 0, 1), warnings=["1 patch was dropped"], input_triangle=[0, 1])
    surface.update(changes)
    return surface


def walkable_arrays(w):
    """(items, code) of every array in the order of the chunk, up to the areas."""
    flat = lambda faces: [tuple(x for p in face for x in p) for face in faces]
    return [(w["vertices"], "i"), (w["faces"], "I"), (w["neighbours"], "I"), (w["border"], "B"),
            (w["border_height"], "i"), (w["inner_wall"], "B"), (w["component"], "I"), (w["face_triangle"], "I"),
            (w["face_object"], "I"), (w["face_material"], "I"), (flat(w["removed"]), "i"),
            (w["removed_why"], "B"), (flat(w["closed"]), "i")]


def walkable_hash(w):
    data = f64(*(x + 0.0 for x in (*w["origin"], w["quantum"])))
    for items, code in walkable_arrays(w):
        numbers = [x for item in items for x in (item if isinstance(item, tuple) else (item,))]
        data += u64(len(items)) + struct.pack(f"<{len(numbers)}{code}", *numbers)
    return xxh64(data + f64(*(x + 0.0 for x in w["areas"])) + u64(*w["counts"]))


def walkable_chunk(w, known_hash=None, version=1):
    data = u64(walkable_hash(w) if known_hash is None else known_hash)
    data += f64(*w["origin"], w["quantum"])
    data += b"".join(array(code, items) for items, code in walkable_arrays(w))
    data += f64(*w["areas"]) + u64(*w["counts"])
    data += u64(len(w["warnings"])) + b"".join(string(s) for s in w["warnings"])
    return (b"WALK", version, data + array("I", w["input_triangle"]))


def links(**changes):
    """One link from the square's lower side to its upper one, a flight that it is the second step of, and a vertex."""
    value = dict(origin=(0, 0, 0), quantum=1e-4, kind=[1], first_interval=[0], intervals=[2], first_triangle=[0],
                 triangles=[2], rise=[0.1], run=[3.0], width=[4.0], free_height=[2.2], flight=[0], step=[1],
                 half_edge=[0, 4], first=[4, 2], last=[1, 3], start=[0.25, 0.0], end=[1.0, 1.0],
                 at=[(10000, 0, 0)], on=[0], part=[0.25], steps=[2], flight_rise=[0.1], flight_run=[0.3],
                 flight_width=[1.0], landings=[(0, 0)], filler=[(4, 3, 2), (4, 2, 1)], component=[0],
                 walkable_vertices=4, components=1, area=9.0)
    value.update(changes)
    return value


def links_columns(v):
    return [(v["kind"], "B"), (v["first_interval"], "I"), (v["intervals"], "I"), (v["first_triangle"], "I"),
            (v["triangles"], "I"), (v["rise"], "d"), (v["run"], "d"), (v["width"], "d"), (v["free_height"], "d"),
            (v["flight"], "I"), (v["step"], "I"), (v["half_edge"], "I"), (v["first"], "I"), (v["last"], "I"),
            (v["start"], "d"), (v["end"], "d"), (v["at"], "i"), (v["on"], "I"), (v["part"], "d"), (v["steps"], "I"),
            (v["flight_rise"], "d"), (v["flight_run"], "d"), (v["flight_width"], "d"), (v["landings"], "I"),
            (v["filler"], "I"), (v["component"], "I")]


def links_hash(v):
    u32 = lambda *x: struct.pack(f"<{len(x)}I", *x)
    data = f64(*(x + 0.0 for x in (*v["origin"], v["quantum"]))) + u64(len(v["kind"]))
    for i, kind in enumerate(v["kind"]):
        data += bytes([kind]) + u32(*(v[k][i] for k in ("first_interval", "intervals", "first_triangle", "triangles",
                                                        "flight", "step")))
        data += f64(*(v[k][i] for k in ("rise", "run", "width", "free_height")))
    data += u64(len(v["half_edge"]))
    for i in range(len(v["half_edge"])):
        data += u32(v["half_edge"][i], v["first"][i], v["last"][i]) + f64(v["start"][i], v["end"][i])
    data += u64(len(v["filler"])) + b"".join(u32(*t) for t in v["filler"])
    data += u64(len(v["at"]))
    for i in range(len(v["at"])):
        data += struct.pack("<3i", *v["at"][i]) + u32(v["on"][i]) + f64(v["part"][i])
    data += u32(v["walkable_vertices"]) + u64(len(v["steps"]))
    for i in range(len(v["steps"])):
        data += u32(v["steps"][i], *v["landings"][i]) + f64(v["flight_rise"][i], v["flight_run"][i], v["flight_width"][i])
    data += u64(len(v["component"])) + u32(*v["component"]) + u32(v["components"]) + f64(v["area"])
    return xxh64(data)


def links_chunk(v, known_hash=None, version=1):
    data = u64(links_hash(v) if known_hash is None else known_hash) + f64(*v["origin"], v["quantum"])
    data += b"".join(array(code, items) for items, code in links_columns(v))
    return (b"LINK", version, data + u64(v["walkable_vertices"], v["components"]) + f64(v["area"]))


def links_files():
    base = [agent(), parameters(), source()]
    surface = walkable_chunk(walkable())
    chunk = links_chunk(links())

    def with_links(**changes):
        return container(base + [surface, links_chunk(links(**changes), 0)])

    yield "good_links", container(base + [surface, chunk])
    yield "good_links_none", container(base + [surface, links_chunk(links(**{
        k: [] for k in links() if isinstance(links()[k], list) and k != "component"}, area=0.0))])
    yield "bad_links_without_walkable", container(base + [chunk])
    yield "bad_links_version", container(base + [surface, links_chunk(links(), version=2)])
    yield "bad_links_short", container(base + [surface, (b"LINK", 1, chunk[2][:-8])])
    yield "bad_links_long", container(base + [surface, (b"LINK", 1, chunk[2] + bytes(8))])
    yield "bad_links_hash", container(base + [surface, links_chunk(links(), 42)])
    yield "bad_links_4_billion", container(base + [surface, (b"LINK", 1, chunk[2][:40] + u64(NONE) + chunk[2][48:])])
    yield "bad_links_too_few_rises", with_links(rise=[])
    yield "bad_links_too_many_runs", with_links(run=[1.0, 2.0])
    yield "bad_links_kind", with_links(kind=[3])
    yield "bad_links_rise_nan", with_links(rise=[math.nan])
    yield "bad_links_interval_missing", with_links(first_interval=[1])
    yield "bad_links_half_edge", with_links(half_edge=[2, 4])
    yield "bad_links_half_edge_missing", with_links(half_edge=[6, 4])
    yield "bad_links_backwards", with_links(start=[1.0, 0.0], end=[0.25, 1.0], first=[1, 2], last=[4, 3])
    yield "bad_links_elsewhere", with_links(part=[0.5])
    yield "bad_links_vertex_missing", with_links(first=[5, 2])
    yield "bad_links_triangle", with_links(filler=[(4, 3, 9), (4, 2, 1)])
    yield "bad_links_singular", with_links(filler=[(4, 3, 2), (4, 3, 1)])
    yield "bad_links_flight", with_links(flight=[1])
    yield "bad_links_flight_of_one", with_links(steps=[1], step=[0])
    yield "bad_links_landing", with_links(landings=[(0, 1)])
    yield "bad_links_component", with_links(component=[1])
    yield "bad_links_components", with_links(components=2)
    yield "bad_links_vertex_count", with_links(walkable_vertices=5)


def navmesh(**changes):
    """The square as two cells that share the diagonal, the second a ramp of area "grass" with a height mesh."""
    value = dict(origin=(0, 0, 0), quantum=1e-4,
                 vertices=[(0, 0, 0), (40000, 0, 0), (40000, 30000, 0), (0, 30000, 0)], cell_begin=[0, 3, 6],
                 vertex=[0, 1, 2, 0, 2, 3], neighbour=[NONE, NONE, 1, 0, NONE, NONE],
                 across=[NONE, NONE, 3, 2, NONE, NONE], kind=[0, 4], flight=[NONE, 0], area_type=[0, 1],
                 component=[0, 0], height_begin=[0, 0, 1], height_triangles=[(0, 2, 3)], components=1,
                 areas=["", "grass"], area=12.0, ideal_area=12.5, dropped_at=[(-5, 6, 7), (1, 2, 3)],
                 dropped_area=[0.25, 0.5], dropped_why=[0, 1], warnings=["a sentence for the user"])
    value.update(changes)
    return value


def navmesh_arrays(m):
    return [(m["vertices"], "i"), (m["cell_begin"], "I"), (m["vertex"], "I"), (m["neighbour"], "I"), (m["across"], "I"),
            (m["kind"], "B"), (m["flight"], "I"), (m["area_type"], "H"), (m["component"], "I"),
            (m["height_begin"], "I"), (m["height_triangles"], "I")]


def unfilled(code, items):
    flat = [x for item in items for x in (item if isinstance(item, (tuple, list)) else (item,))]
    return u64(len(items)) + struct.pack(f"<{len(flat)}{code}", *flat)


def navmesh_hash(m):
    arrays = [unfilled(code, items) for items, code in navmesh_arrays(m)]
    data = f64(*(x + 0.0 for x in (*m["origin"], m["quantum"]))) + b"".join(arrays[:9])
    data += struct.pack("<I", m["components"]) + b"".join(arrays[9:])
    data += u64(len(m["areas"])) + b"".join(u64(len(a)) + a.encode() for a in m["areas"])
    data += f64(m["area"], m["ideal_area"]) + u64(len(m["dropped_at"]))
    for at, area, why in zip(m["dropped_at"], m["dropped_area"], m["dropped_why"]):
        data += struct.pack("<3idI", *at, area, why)
    return xxh64(data)


def navmesh_chunk(m, known_hash=None, version=1):
    data = u64(navmesh_hash(m) if known_hash is None else known_hash) + f64(*m["origin"], m["quantum"])
    data += b"".join(array(code, items) for items, code in navmesh_arrays(m)) + u64(m["components"])
    data += u64(len(m["areas"])) + b"".join(string(a) for a in m["areas"]) + f64(m["area"], m["ideal_area"])
    data += array("i", m["dropped_at"]) + array("d", m["dropped_area"]) + array("B", m["dropped_why"])
    return (b"NAVM", version, data + u64(len(m["warnings"])) + b"".join(string(w) for w in m["warnings"]))


def frame_chunk(axes=None, unit=1.0, version=1):
    """The frame of the navmesh's scene."""
    return (b"NAVF", version, f64(*(axes or AXES), unit))


def extents_chunk(of_mesh, of_base=(), version=1):
    """How far the patches reach that the mesh, and its base, leave out."""
    return (b"NAVP", version, array("i", list(of_mesh)) + array("i", list(of_base)))


def navmesh_files():
    base = [agent(), parameters(), source()]
    mesh = navmesh_chunk(navmesh())
    content = mesh[2]
    linked = base + [walkable_chunk(walkable()), links_chunk(links())]

    def with_mesh(**changes):
        return container(base + [navmesh_chunk(navmesh(**changes), 0)])

    def patched(at, data):
        return container(base + [(b"NAVM", 1, content[:at] + data + content[at + len(data):])])

    framed = [mesh, frame_chunk()]
    y_up = [1, 0, 0, 0, 0, -1, 0, 1, 0]
    yield "good_navmesh_minor_6", container(linked + [mesh, extents_chunk([(10, 0, 3), (400, 7, 0)])], minor=6)
    yield "good_navmesh_frame", container(base + [mesh, frame_chunk(y_up, 0.5)])
    yield "good_navmesh_frame_of_scene", container(base + [scene_chunk(square(axes=y_up, unit=0.5)), mesh,
                                                           frame_chunk(y_up, 0.5)])
    yield "good_navmesh_minor_6_of_scene", container(base + [scene_chunk(square(axes=y_up, unit=0.5)), mesh], minor=6)
    yield "bad_navmesh_frame_of_another", container(base + [scene_chunk(square()), mesh, frame_chunk(y_up)])
    yield "bad_navmesh_frame_alone", container(base + [frame_chunk()])
    yield "bad_navmesh_frame_twice", container(base + framed + [frame_chunk()])
    yield "bad_navmesh_frame_left_handed", container(base + [mesh, frame_chunk([1, 0, 0, 0, 1, 0, 0, 0, -1])])
    yield "bad_navmesh_frame_zero", container(base + [mesh, frame_chunk([0] * 9)])
    yield "bad_navmesh_frame_nan", container(base + [mesh, frame_chunk([math.nan, *AXES[1:]])])
    yield "bad_navmesh_frame_unit_0", container(base + [mesh, frame_chunk(unit=0.0)])
    yield "bad_navmesh_frame_unit_inf", container(base + [mesh, frame_chunk(unit=math.inf)])
    yield "bad_navmesh_frame_unit_nan", container(base + [mesh, frame_chunk(unit=math.nan)])
    yield "bad_navmesh_frame_short", container(base + [mesh, (b"NAVF", 1, f64(*AXES))])
    yield "bad_navmesh_frame_long", container(base + [mesh, (b"NAVF", 1, f64(*AXES, 1.0, 1.0))])
    yield "bad_navmesh_frame_version", container(base + [mesh, frame_chunk(version=2)])
    yield "good_navmesh", container(linked + framed + [extents_chunk([(10, 0, 3), (400, 7, 0)])])
    yield "bad_navmesh_extents_too_few", container(base + [mesh, extents_chunk([(10, 0, 3)])])
    yield "bad_navmesh_extents_of_no_base", container(base + [mesh, extents_chunk([(1, 1, 1)] * 2, [(1, 1, 1)])])
    yield "bad_navmesh_extents_alone", container(base + [extents_chunk([])])
    yield "bad_navmesh_extents_negative", container(base + [mesh, extents_chunk([(10, 0, 3), (-1, 7, 0)])])
    yield "bad_navmesh_extents_2_64", container(base + [mesh, (b"NAVP", 1, u64(MASK))])
    yield "good_navmesh_alone", container(base + [mesh])
    yield "good_navmesh_no_hash", with_mesh()
    yield "good_navmesh_none", container(base + [navmesh_chunk(navmesh(
        **{k: [] for k in navmesh() if isinstance(navmesh()[k], list) and k != "areas"} |
          dict(cell_begin=[0], height_begin=[0], components=0, area=0.0)))])
    yield "bad_navmesh_version", container(base + [navmesh_chunk(navmesh(), version=2)])
    yield "bad_navmesh_short", container(base + [(b"NAVM", 1, content[:-8])])
    yield "bad_navmesh_long", container(base + [(b"NAVM", 1, content + bytes(8))])
    yield "bad_navmesh_hash", container(base + [navmesh_chunk(navmesh(), 42)])
    yield "bad_navmesh_4_billion_vertices", patched(40, u64(NONE))
    yield "bad_navmesh_2_64_vertices", patched(40, u64(MASK))
    yield "bad_navmesh_count_times_size_wraps", patched(40, u64(0x1555555555555557))
    yield "bad_navmesh_lattice_nan", with_mesh(quantum=math.nan)
    yield "bad_navmesh_vertex_out_of_reach", with_mesh(vertices=[(0, 0, 0), (40000, 0, 0), (40000, 30000, 1 << 29),
                                                                 (0, 30000, 0)])
    yield "bad_navmesh_vertex_of_no_use", with_mesh(vertices=navmesh()["vertices"] + [(9, 9, 9)])
    yield "bad_navmesh_cell_begin_empty", with_mesh(cell_begin=[])
    yield "bad_navmesh_cell_begin_backwards", with_mesh(cell_begin=[0, 7, 6])
    yield "bad_navmesh_cell_begin_past_end", with_mesh(cell_begin=[0, 3, 7])
    yield "bad_navmesh_vertex_missing", with_mesh(vertex=[0, 1, 2, 0, 2, 4])
    yield "bad_navmesh_not_convex", with_mesh(vertex=[0, 2, 1, 0, 2, 3])
    yield "bad_navmesh_neighbour_missing", with_mesh(neighbour=[NONE, NONE, 2, 0, NONE, NONE])
    yield "bad_navmesh_neighbour_itself", with_mesh(neighbour=[NONE, NONE, 0, 0, NONE, NONE])
    yield "bad_navmesh_across_missing", with_mesh(across=[NONE, NONE, 6, 2, NONE, NONE])
    yield "bad_navmesh_across_not_mutual", with_mesh(across=[NONE, NONE, 4, 2, NONE, NONE])
    yield "bad_navmesh_too_few_neighbours", with_mesh(neighbour=[NONE, NONE, 1, 0, NONE])
    yield "bad_navmesh_kind", with_mesh(kind=[0, 5])
    yield "bad_navmesh_too_many_kinds", with_mesh(kind=[0, 0, 0])
    yield "bad_navmesh_area_type", with_mesh(area_type=[0, 2])
    yield "bad_navmesh_component", with_mesh(component=[0, 1])
    yield "bad_navmesh_components", with_mesh(components=2)
    yield "bad_navmesh_heights_of_another", with_mesh(height_triangles=[(0, 1, 3)])
    yield "bad_navmesh_height_vertex_missing", with_mesh(height_triangles=[(0, 2, 4)])
    yield "bad_navmesh_height_begin", with_mesh(height_begin=[0, 2, 1])
    yield "bad_navmesh_area_nan", with_mesh(area=math.nan)
    yield "bad_navmesh_ideal_below_0", with_mesh(ideal_area=-1.0)
    yield "bad_navmesh_dropped_why", with_mesh(dropped_why=[0, 2])
    yield "bad_navmesh_dropped_far", with_mesh(dropped_at=[(-5, 6, 7), (1, 2, 1 << 30)])
    yield "bad_navmesh_dropped_uneven", with_mesh(dropped_area=[0.25])
    yield "bad_navmesh_flight_missing", container(linked + [navmesh_chunk(navmesh(flight=[NONE, 1]), 0)])
    yield "bad_navmesh_of_another_lattice", container(linked + [navmesh_chunk(navmesh(quantum=1e-3), 0)])


def walkable_files():
    known = square()
    base = [agent(), parameters(), source()]
    surface = walkable()
    chunk = walkable_chunk(surface)
    nan = math.nan

    def with_surface(known_hash=0, **changes):
        return container(base + [scene_chunk(known), walkable_chunk(walkable(**changes), known_hash)])

    def patched(at, data):
        content = chunk[2]
        return container(base + [(b"WALK", 1, content[:at] + data + content[at + len(data):])])

    faces_at = 40 + len(array("i", surface["vertices"]))
    yield "good_walkable", container([
        agent(), parameters((("scene.quantum", "0.0001"), ("walkable.weld", "0.01"))),
        source("square.obj", scene_hash(known)), scene_chunk(known), chunk])
    yield "good_walkable_no_hash", with_surface()
    yield "good_walkable_without_scene", container(base + [chunk])
    yield "good_walkable_empty", container(base + [scene_chunk(known), walkable_chunk(dict(
        surface, vertices=[], faces=[], neighbours=[], border=[], border_height=[], inner_wall=[], component=[],
        face_triangle=[], face_object=[], face_material=[], removed=[], removed_why=[], closed=[], areas=[0] * 7,
        counts=(0, 0, 0, 0), warnings=["no triangle lies within the slope limit"]))])
    yield "bad_walkable_version", container(base + [walkable_chunk(surface, version=2)])
    yield "bad_walkable_twice", container(base + [chunk, chunk])
    yield "bad_walkable_short", container(base + [(b"WALK", 1, chunk[2][:-8])])
    yield "bad_walkable_long", container(base + [(b"WALK", 1, chunk[2] + bytes(8))])
    yield "bad_walkable_hash", with_surface(known_hash=42)
    yield "bad_walkable_lattice", with_surface(quantum=2e-4, areas=(48, 0, 0, 0, 0, 0, 48))
    yield "bad_walkable_4_billion_vertices", patched(40, u64(NONE))
    yield "bad_walkable_2_64_faces", patched(faces_at, u64(MASK))
    yield "bad_walkable_count_times_size_wraps", patched(faces_at, u64((1 << 64) // 12 + 1))
    yield "bad_walkable_vertex_out_of_reach", with_surface(
        vertices=[(0, 0, 0), (40000, 0, 0), (40000, 30000, 1 << 29), (0, 30000, 0)])
    yield "bad_walkable_unused_vertex", with_surface(vertices=surface["vertices"] + [(1, 1, 1)])
    yield "bad_walkable_vertex_missing", with_surface(faces=[(0, 1, 4), (0, 2, 3)])
    yield "bad_walkable_upside_down", with_surface(faces=[(0, 2, 1), (0, 2, 3)])
    yield "bad_walkable_no_area", with_surface(faces=[(0, 1, 1), (0, 2, 3)])
    yield "bad_walkable_first_corner", with_surface(faces=[(1, 2, 0), (0, 2, 3)])
    yield "bad_walkable_face_order", with_surface(faces=[(0, 2, 3), (0, 1, 2)])
    for name, wrong in (("itself", 0), ("missing", 2), ("4_billion", NONE - 1)):
        yield f"bad_walkable_neighbour_{name}", with_surface(neighbours=[(NONE, NONE, wrong), (0, NONE, NONE)])
    yield "bad_walkable_neighbour_one_sided", with_surface(neighbours=[(NONE, NONE, NONE), (0, NONE, NONE)],
                                                           border=[(2, 1, 1), (0, 1, 3)])
    yield "bad_walkable_border_kind", with_surface(border=[(2, 1, 0), (4, 1, 3)])
    yield "bad_walkable_border_none", with_surface(border=[(2, 0, 0), (0, 1, 3)])
    yield "bad_walkable_border_height", with_surface(border_height=[(-1, 0, 0), (0, 0, 0)])
    yield "bad_walkable_inner_wall", with_surface(inner_wall=[255, 0])
    yield "bad_walkable_component", with_surface(component=[0, 1])
    yield "bad_walkable_component_count", with_surface(counts=(2, 2, 0, 1))
    yield "bad_walkable_ground_count", with_surface(counts=(1, 3, 0, 1))
    yield "bad_walkable_triangle_missing", with_surface(face_triangle=[0, 2])
    yield "bad_walkable_object_missing", with_surface(face_object=[0, 1])
    yield "bad_walkable_material_missing", with_surface(face_material=[NONE, 0])
    yield "bad_walkable_input_triangle", with_surface(input_triangle=[0, 2])
    yield "bad_walkable_too_few_faces", with_surface(inner_wall=[0])
    yield "bad_walkable_removed_reason", with_surface(removed_why=[2])
    yield "bad_walkable_removed_count", with_surface(counts=(1, 2, 1, 1))
    yield "bad_walkable_removed_out_of_reach", with_surface(removed=[((0, 0, 0), (-(1 << 31), 0, 0), (0, 1, 0))])
    yield "bad_walkable_area_nan", with_surface(areas=(12, nan, 0, 0, 0, 0, 12))
    yield "bad_walkable_area_wrong", with_surface(areas=(12, 0, 0, 0, 0, 0, 13))
    yield "bad_walkable_count_over_32_bits", with_surface(counts=(1 | 1 << 32, 2, 0, 1))


def ambula_files():
    yield from walkable_files()
    yield from links_files()
    yield from navmesh_files()
    known = square()
    whole = container([agent(), parameters((("engine", "exact"), ("until", "scene"))),
                       source("square.obj", scene_hash(known)), scene_chunk(known)])
    turned = square(axes=(1, 0, 0, 0, 0, -1, 0, 1, 0), unit=0.01, origin=(4e6, 5e6, 100), quantum=1e-3,
                    positions=[(4e6 + x, 5e6 + y, 100 + z) for x, y, z in known["positions"]],
                    cleaning=(9, 1, 2, 3, 1, 2))
    base = [agent(), parameters(), source()]
    with_scene = lambda **changes: container(base + [scene_chunk(square(**changes))])
    start = 32 + 32 * 4
    scene_at = start + 40 + 8 + 16
    scene_data = scene_chunk(known)[2]
    # Where the position count stands in the scene's chunk.
    count_at = scene_data.index(u64(4) + f64(0, 0, 0, 4))
    nan, inf = math.nan, math.inf

    def patched(at, data):
        return container(base + [(b"SCEN", 1, scene_data[:at] + data + scene_data[at + len(data):])])

    yield "good_square", whole
    yield "good_turned_far_away", container([agent(), parameters(), source("t"), scene_chunk(turned)])
    yield "good_no_hash", with_scene()
    yield "good_no_stage", container(base)
    yield "good_unknown_chunk", container(base + [(b"ZZZZ", 7, bytes(range(16))), scene_chunk(known)])
    yield "good_later_minor", container(base + [scene_chunk(known)], minor=9)
    yield "good_any_order", container([scene_chunk(known)] + base[::-1])

    yield "bad_empty", b""
    yield "bad_garbage", b"This is not the file you are looking for.\n" * 3
    yield "bad_signature_only", b"AMBULA\x1a\n"
    yield "bad_text_mode", whole.replace(b"\n", b"\r\n", 1)
    yield "bad_truncated", whole[:200]
    yield "bad_truncated_at_chunk_end", whole[:start + 40]
    yield "bad_trailing_bytes", whole + bytes(8)
    yield "bad_no_chunks", container([])
    yield "bad_major_version", container(base, major=2)
    yield "bad_chunk_version", container(base + [scene_chunk(known, version=2)])
    yield "bad_twice_the_agent", container(base + [agent(height=2.0)])
    yield "bad_no_agent", container(base[1:])
    yield "bad_agent", container([agent(height=-1.0)] + base[1:])
    yield "bad_agent_nan", container([agent(radius=nan)] + base[1:])
    yield "bad_agent_long", container([(b"AGNT", 1, agent()[2] + bytes(8))] + base[1:])
    yield "bad_agent_short", container([(b"AGNT", 1, agent()[2][:-8])] + base[1:])
    yield "bad_parameters_unsorted", container([agent(), parameters((("b", "1"), ("a", "2"))), source()])
    yield "bad_hash", container([agent(), parameters(), source("square.obj", 42), scene_chunk(known)])
    yield "bad_table_of_4_billion", container(base, count=0xFFFFFFFF)
    yield "bad_file_size", container(base, size=1 << 40)
    yield "bad_offset_past_end", container(base + [scene_chunk(known)], entries={3: (1 << 40, 8)})
    yield "bad_offset_overlaps", container(base + [scene_chunk(known)], entries={3: (start, len(scene_data))})
    yield "bad_offset_wraps", container(base + [scene_chunk(known)], entries={3: (scene_at, MASK - 7)})
    yield "bad_offset_and_size_wrap", container(base + [scene_chunk(known)], entries={3: (MASK - 7, 16)})
    yield "bad_size_odd", container(base + [(b"ZZZZ", 1, b"12345")])
    yield "bad_4_billion_positions", patched(count_at, u64(0xFFFFFFFF))
    yield "bad_2_64_positions", patched(count_at, u64(MASK))
    yield "bad_count_times_size_wraps", patched(count_at, u64((1 << 64) // 24 + 1))
    yield "bad_4_billion_name", patched(0, u64(0xFFFFFFFF))
    yield "bad_padding", patched(18, b"x")
    yield "bad_index_out_of_range", with_scene(triangles=[(0, 1, 2), (0, 2, 4)])
    yield "bad_object_out_of_range", with_scene(triangle_object=[0, 1])
    yield "bad_material_out_of_range", with_scene(triangle_material=[0xFFFFFFFF, 0])
    yield "bad_too_few_ids", with_scene(triangle_object=[0])
    yield "bad_nan", with_scene(positions=[(0, 0, 0), (4, 0, 0), (4, nan, 0), (0, 3, 0)])
    yield "bad_inf", with_scene(positions=[(0, 0, 0), (4, 0, 0), (4, inf, 0), (0, 3, 0)])
    yield "bad_1e300", with_scene(positions=[(0, 0, 0), (4, 0, 0), (4, 1e300, 0), (0, 3, 0)])
    yield "bad_1e300_and_quantum", with_scene(positions=[(0, 0, 0), (4, 0, 0), (4, 1e300, 0), (0, 3, 0)],
                                              quantum=1e300)
    yield "bad_degenerate", with_scene(triangles=[(0, 1, 1), (2, 3, 0)])
    yield "bad_unused_position", with_scene(triangles=[(0, 1, 2), (2, 1, 0)])
    yield "bad_frame", with_scene(axes=(1, 0, 0, 1, 0, 0, 0, 0, 1))
    yield "bad_unit", with_scene(unit=0.0)
    yield "bad_cleaning", with_scene(cleaning=(5, 1, 0, 0, 0, 2))
    yield "bad_cleaning_wraps", with_scene(cleaning=(2, 1, MASK, 0, 0, 2))


# --- OBJ --------------------------------------------------------------------------------------------------


def obj_files():
    quad = "v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\n"
    tri = "v 0 0 0\nv 4 0 0\nv 4 3 0\n"
    yield "good_triangle", tri + "f 1 2 3\n"
    yield "good_quad_crlf", (quad + "f 1 2 3 4\n").replace("\n", "\r\n")
    yield "good_no_newline_at_end", tri + "f 1 2 3"
    yield "good_negative", quad + "f -4 -3 -2 -1\n"
    yield "good_slashes", quad + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1//1 3//1 4//1\nf 1/1 3/1 4/1\n"
    yield "good_names", ("# a house\nmtllib none.mtl\no House\ng wall north\nusemtl brick\n" + quad +
                         "f 1 2 3\ng\nusemtl\nf 1 3 4\no Door  1\ns off\nf 1 3 2\n")
    yield "good_concave_polygon", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n"
    yield "good_40_gon", "".join(f"v {round(10 * math.cos(k * math.pi / 20), 6)} "
                                 f"{round(10 * math.sin(k * math.pi / 20), 6)} 0\n" for k in range(40)) + \
        "f " + " ".join(str(k + 1) for k in range(40)) + "\n"
    yield "good_spaces_and_tabs", "  v\t0 0   0\n\tv 4 0 0 \nv 4 3 0\n\n   \nf  1\t2  3  \n"
    yield "good_numbers", "v -0.0 +0 .0\nv 4. 0e0 0E-5\nv 4e0 3.0000000000000000000000001 0\nf 1 2 3\n"
    yield "good_colours_and_weights", "v 0 0 0 1 0 0\nv 4 0 0 1 0 0\nv 4 3 0 1\nf 1 2 3\n"
    yield "good_some_nan", quad + "v nan 0 0\nf 1 2 3\nf 1 2 5\n"
    yield "good_some_1e300", quad + "v 1e300 0 0\nf 1 2 3\nf 1 2 5\n"
    yield "good_long_comment", "# " + "x" * 20000 + "\n" + tri + "f 1 2 3\n"
    yield "good_unknown_lines", tri + "curv 1 2\nvp 1\nl 1 2\np 1\nf 1 2 3\n"
    yield "odd_continued_line", quad + "f 1 2 \\\n3 4\n"
    yield "odd_zero_bytes", tri + "f 1 2 3\n" + "\0" * 20 + "\n"
    yield "odd_bom", "\ufeff" + tri + "f 1 2 3\n"
    yield "odd_old_mac", (tri + "f 1 2 3\n").replace("\n", "\r")
    yield "odd_huge_number", "v " + "9" * 400 + " 0 0\nv 0." + "0" * 400 + "1 0 0\nv 1 1 0\nf 1 2 3\n"
    yield "odd_face_before_vertices", "f 1 2 3\n" + tri
    yield "odd_denormal", "v 0 0 0\nv 1e-320 0 0\nv 0 1e-320 0\nf 1 2 3\n"
    yield "odd_same_corner_polygon", tri + "f " + "1 2 3 " * 30 + "\n"

    yield "bad_empty", ""
    yield "bad_garbage", "This is not the file you are looking for.\n" * 3
    yield "bad_binary", bytes((k * 37 + 11) % 256 for k in range(512))
    yield "bad_no_triangles", quad
    yield "bad_all_degenerate", tri + "f 1 1 2\nf 1 2 2\nf 3 3 3\n"
    yield "bad_all_collinear", "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\n"
    yield "bad_nan_everywhere", "v nan nan nan\nv NaN nan nan\nv nan -nan nan\nf 1 2 3\n"
    yield "bad_inf_everywhere", "v inf inf inf\nv -inf 0 0\nv infinity 1 1\nf 1 2 3\n"
    yield "bad_1e300_everywhere", "v 1e300 0 0\nv 0 1e300 0\nv 0 0 1e300\nf 1 2 3\n"
    yield "bad_1e400", "v 1e400 0 0\nv 0 1e400 0\nv 0 0 1e400\nf 1 2 3\n"
    yield "bad_index_out_of_range", tri + "f 1 2 4\n"
    yield "bad_index_zero", tri + "f 0 1 2\n"
    yield "bad_index_negative", tri + "f -1 -2 -4\n"
    yield "bad_index_4_billion", tri + "f 1 2 4294967297\n"
    yield "bad_index_2_64", tri + "f 1 2 18446744073709551617\n"
    yield "bad_index_word", tri + "f 1 2 three\n"
    yield "bad_vertex_short", "v 0 0\nv 4 0 0\nv 4 3 0\nf 1 2 3\n"
    yield "bad_vertex_word", "v 0 0 zero\nv 4 0 0\nv 4 3 0\nf 1 2 3\n"


# --- glTF -------------------------------------------------------------------------------------------------

SQUARE = [(0, 0, 0), (4, 0, 0), (4, 0, -3), (0, 0, -3)]


def gltf(positions=SQUARE, indices=(0, 1, 2, 0, 2, 3), index_type=5123, **changes):
    code = {5121: "B", 5123: "H", 5125: "I"}[index_type]
    vertex = struct.pack(f"<{3 * len(positions)}f", *(x for p in positions for x in p))
    index = struct.pack(f"<{len(indices)}{code}", *indices)
    index += bytes(-len(index) % 4)
    doc = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "Floor"}],
        "meshes": [{"name": "floor", "primitives": [
            {"attributes": {"POSITION": 0}, "indices": 1, "material": 0, "mode": 4}]}],
        "materials": [{"name": "wood"}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(positions), "type": "VEC3",
             "min": [0, 0, -3], "max": [4, 0, 0]},
            {"bufferView": 1, "componentType": index_type, "count": len(indices), "type": "SCALAR"}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(vertex)},
            {"buffer": 0, "byteOffset": len(vertex), "byteLength": len(index)}],
        "buffers": [{"byteLength": len(vertex) + len(index)}],
    }
    for path, value in changes.items():
        set_at(doc, path.split("__"), value)
    return doc, vertex + index


def set_at(doc, keys, value):
    for key in keys[:-1]:
        doc = doc[int(key) if isinstance(doc, list) else key]
    if isinstance(doc, list):
        doc[int(keys[-1])] = value
    elif value is None:
        doc.pop(keys[-1], None)
    else:
        doc[keys[-1]] = value


def to_text(doc):
    return json.dumps(doc, separators=(",", ":"), allow_nan=True).encode()


def glb(doc, data, version=2, total=None, json_size=None, bin_size=None):
    text = to_text(doc)
    text += b" " * (-len(text) % 4)
    data += bytes(-len(data) % 4)
    body = struct.pack("<II", len(text) if json_size is None else json_size, 0x4E4F534A) + text
    if data:
        body += struct.pack("<II", len(data) if bin_size is None else bin_size, 0x004E4942) + data
    return b"glTF" + struct.pack("<II", version, 12 + len(body) if total is None else total) + body


def embedded(doc, data):
    doc["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return to_text(doc)


def with_json(old, new):
    """A glb whose JSON text is edited, for what json.dumps would not write."""
    doc, data = gltf()
    text = to_text(doc).replace(old, new)
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body


def glb_files():
    nan, inf = math.nan, math.inf
    g = lambda **changes: glb(*gltf(**changes))
    whole = g()
    small = [(0, 0, 0), (4, 0, 0), (4, 0, -3)]
    yield "good_square.glb", whole
    yield "good_square.gltf", embedded(*gltf())
    yield "good_bytes.glb", g(index_type=5121)
    yield "good_words.glb", g(index_type=5125)
    yield "good_no_indices.glb", glb(*gltf(positions=small + [(0, 0, 0), (4, 0, -3), (0, 0, -3)],
                                           **{"meshes__0__primitives__0__indices": None}))
    yield "good_strip.glb", g(indices=(0, 1, 3, 2), **{"meshes__0__primitives__0__mode": 5})
    yield "good_fan.glb", g(indices=(0, 1, 2, 3), **{"meshes__0__primitives__0__mode": 6})
    yield "good_instances.glb", g(
        scenes=[{"nodes": [0, 1]}],
        nodes=[{"children": [2], "translation": [10, 0, 0], "rotation": [0, 0.6, 0, 0.8], "scale": [1, 2, -1]},
               {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1]},
               {"mesh": 0, "name": "Child"}])
    yield "good_interleaved.glb", glb(*gltf(
        indices=tuple(range(4)), **{"meshes__0__primitives__0__mode": 5, "bufferViews__0__byteStride": 12,
                                    "accessors__0__byteOffset": 0}))
    yield "good_some_nan.glb", g(positions=SQUARE + [(nan, 0, 0)], indices=(0, 1, 2, 0, 2, 4))
    yield "odd_no_scene.glb", g(scene=None, scenes=None)
    yield "odd_points_only.glb", g(**{"meshes__0__primitives__0__mode": 0})
    yield "odd_index_restart.glb", g(indices=(0, 1, 65535, 2, 3, 0), **{"meshes__0__primitives__0__mode": 5})
    yield "odd_extension_required.glb", g(extensionsRequired=["KHR_draco_mesh_compression"])
    yield "odd_quantized.glb", g(**{"accessors__0__componentType": 5122, "accessors__0__count": 4,
                                    "extensionsRequired": ["KHR_mesh_quantization"]})
    yield "odd_sparse.glb", g(**{"accessors__0__sparse": {
        "count": 1, "indices": {"bufferView": 1, "componentType": 5123}, "values": {"bufferView": 0}}})
    yield "odd_mesh_in_two_scenes.glb", g(scenes=[{"nodes": [0]}, {"nodes": [0]}])

    yield "bad_empty.glb", b""
    yield "bad_garbage.glb", b"This is not the file you are looking for.\n" * 3
    yield "bad_garbage.gltf", b"{\"asset\": {\"version\": "
    yield "bad_deep_json.gltf", b"[" * 5000
    yield "bad_header_only.glb", whole[:12]
    yield "bad_truncated_json.glb", whole[:300]
    yield "bad_truncated_bin.glb", whole[:-20]
    yield "bad_version_1.glb", glb(*gltf(), version=1)
    yield "bad_total_4_billion.glb", glb(*gltf(), total=0xFFFFFFFF)
    yield "bad_json_4_billion.glb", glb(*gltf(), json_size=0xFFFFFFF0)
    yield "bad_bin_4_billion.glb", glb(*gltf(), bin_size=0xFFFFFFFC)
    yield "bad_no_triangles.glb", g(meshes=None, nodes=[{"name": "nothing"}])
    yield "bad_all_degenerate.glb", g(indices=(0, 0, 1, 2, 2, 2))
    yield "bad_nan_everywhere.glb", g(positions=[(nan, nan, nan)] * 4)
    yield "bad_inf_everywhere.glb", g(positions=[(inf, -inf, inf)] * 4)
    yield "bad_1e300_transform.glb", g(**{"nodes__0__scale": [1e300, 1e300, 1e300]})
    yield "bad_index_out_of_range.glb", g(indices=(0, 1, 2, 0, 2, 4))
    yield "bad_4_billion_vertices.glb", g(**{"accessors__0__count": 4294967295})
    yield "bad_4_billion_indices.glb", g(**{"accessors__1__count": 4294967294})
    yield "bad_2_64_vertices.glb", g(**{"accessors__0__count": 18446744073709551615})
    yield "bad_count_negative.glb", g(**{"accessors__0__count": -4})
    yield "bad_count_fraction.glb", g(**{"accessors__0__count": 3.5})
    yield "bad_accessor_offset.glb", g(**{"accessors__0__byteOffset": 1 << 40})
    yield "bad_view_offset_wraps.glb", g(**{"bufferViews__0__byteOffset": MASK - 7})
    yield "bad_view_length.glb", g(**{"bufferViews__1__byteLength": 1 << 33})
    yield "bad_view_missing.glb", g(**{"accessors__0__bufferView": 7})
    yield "bad_buffer_missing.glb", g(**{"bufferViews__0__buffer": 3})
    yield "bad_buffer_longer.glb", g(**{"buffers__0__byteLength": 1 << 32})
    yield "bad_accessor_missing.glb", g(**{"meshes__0__primitives__0__attributes": {"POSITION": 9}})
    yield "bad_mesh_missing.glb", g(**{"nodes__0__mesh": 5})
    yield "bad_node_missing.glb", g(scenes=[{"nodes": [8]}])
    yield "bad_node_cycle.glb", g(nodes=[{"children": [1], "mesh": 0}, {"children": [0]}])
    yield "bad_node_own_child.glb", g(nodes=[{"children": [0], "mesh": 0}])
    yield "bad_external_buffer.gltf", to_text(gltf(**{"buffers__0__uri": "missing.bin"})[0])
    yield "bad_external_outside.gltf", to_text(gltf(**{"buffers__0__uri": "../../../../etc/passwd"})[0])
    yield "bad_base64.gltf", to_text(gltf(
        **{"buffers__0__uri": "data:application/octet-stream;base64,!!!!"})[0])
    yield "bad_position_type.glb", g(**{"accessors__0__type": "VEC2"})
    yield "bad_nodes_not_a_list.glb", g(nodes="Floor")
    yield "bad_nan_in_json.glb", with_json(b"\"count\":4", b"\"count\":NaN")
    # 2^20 instances out of 21 nodes: exponential growth from a small file.
    doubling = [{"children": [k + 1, k + 1]} for k in range(20)] + [{"mesh": 0}]
    yield "bad_doubling_nodes.glb", g(nodes=doubling)


# --- inputs of the triangulation ----------------------------------------------------------------------------


def plane(kind, points, constraints=()):
    """As fuzz/fuzz_triangulate.cpp reads it: kind 0 and 1 one byte a coordinate, 2 two, 3 four, tidied with 4 more."""
    code = "Bbhi"[kind % 4]
    data = bytes([kind, len(points)]) + b"".join(struct.pack("<2" + code, *p) for p in points)
    return data + b"".join(struct.pack("<BBb", *c) for c in constraints)


def outline(first, count, winding=1):
    return [(first + i, first + (i + 1) % count, winding) for i in range(count)]


def square_ring(r):
    return [(-r, -r), (r, -r), (r, r), (-r, r)]


def plane_files():
    far = 1 << 28
    square = [(0, 0), (7, 0), (7, 7), (0, 7)]
    yield "good_empty", plane(0, [])
    yield "good_square", plane(0, square, outline(0, 4))
    yield "good_grid", plane(0, [(x, y) for x in range(6) for y in range(6)])
    yield "good_grid_with_rows", plane(0, [(x, y) for y in range(6) for x in range(6)],
                                       [(6 * y, 6 * y + 5, 0) for y in range(6)] + [(0, 35, 0)])
    yield "good_line", plane(1, [(i * 3, i * 2) for i in range(40)], [(0, 39, 1)])
    yield "good_line_and_a_point", plane(1, [(i * 3, i * 2) for i in range(40)] + [(0, 1)], [(0, 39, 0)])
    yield "good_holes", plane(1, square_ring(90) + square_ring(60) + square_ring(30),
                              outline(0, 4) + outline(4, 4, -1) + outline(8, 4) + [(0, 4, 0)])
    yield "good_twice_the_outline", plane(1, square_ring(50) + [(0, -50)],
                                          outline(0, 4) + [(0, 4, 1), (4, 1, 1)] + outline(0, 4)[1:])
    yield "good_winding_cancels", plane(1, square_ring(50), outline(0, 4) + outline(0, 4, -1))
    yield "good_corners_of_the_lattice", plane(3, square_ring(far) + [(0, 0), (1, 0), (0, 1)],
                                               outline(0, 4) + [(4, 2, 0)])
    rows = [(-120, 0), (120, 0)] + [p for i in range(20) for p in ((-110 + 11 * i, 9), (-105 + 11 * i, -9))]
    yield "good_between_rows", plane(1, rows, [(0, 1, 0)])
    bow = [(-30000, 0), (30000, 0)] + [(3000 * i, s * (1 + i * i)) for i in range(-9, 10) for s in (1, -1)]
    yield "good_bow", plane(2, bow, [(0, 1, 0)])
    teeth = [(-30000, -1), (30000, 0)] + [(-28000 + 2500 * i, s * (100 + (i % 2) * 9000))
                                          for i in range(22) for s in (1, -1)]
    yield "good_teeth", plane(2, teeth, [(0, 1, 0)] + [(i - 2, i, 0) for i in range(4, 46)])
    fan = [(-100, 0)] + [(i * 7 % 90, i * 11 % 97 - 48) for i in range(1, 40)]
    yield "good_fan", plane(1, fan, [(0, i, 0) for i in range(1, 40)])
    circle = [(25, 0), (24, 7), (20, 15), (15, 20), (7, 24)]
    for _ in range(3):
        circle += [(-y, x) for x, y in circle[-5:]]
    yield "good_circle_of_ties", plane(1, circle, outline(0, 20))
    yield "bad_equal_points", plane(0, square + [(7, 7)], outline(0, 4))
    yield "bad_crossing", plane(0, square, [(0, 2, 0), (1, 3, 0)])
    yield "bad_crossing_later", plane(1, rows, [(2, 3, 0), (0, 1, 0), (10, 25, 0)])
    yield "bad_open_outline", plane(0, square, outline(0, 4)[:3])
    yield "bad_constraint_without_length", plane(0, square, [(1, 1, 0)])
    yield "bad_constraint_out_of_range", plane(0, square, [(0, 4, 0)])
    yield "odd_short", bytes([3, 40, 1, 2, 3])
    # Inputs that are tidied before use: their mutations are refused less often.
    noise = [(17 * i * i + 5 * i) % 251 - 125 for i in range(400)]
    points = list(zip(noise[:48], noise[60:108]))
    edges = [(noise[i] % 48, noise[i + 7] % 48, noise[i + 3] % 3 - 1) for i in range(0, 180, 3)]
    for kind in range(4):
        scale = (1, 1, 250, 1 << 20)[kind]
        corners = [(x * scale % 256, y * scale % 256) if kind == 0 else (x * scale, y * scale) for x, y in points]
        yield f"good_tidied_{kind}", plane(kind + 4, corners, edges)
    yield "good_tidied_rows", plane(5, rows, [(0, 1, 0)] + edges[:30])
    yield "good_tidied_bow", plane(6, bow, [(0, 1, 0)] + edges[:30])
    yield "good_tidied_teeth", plane(6, teeth, [(0, 1, 0)] + edges[:30])
    yield "good_tidied_triangles", plane(5, points[:40], [
        (k, m, 1) for i in range(0, 39, 3) for k, m in ((i, i + 1), (i + 1, i + 2), (i + 2, i))])


def main():
    for folder, files, extension in (("obj", obj_files(), ".obj"), ("glb", glb_files(), ""),
                                     ("ambula", ambula_files(), ".ambula"),
                                     ("triangulate", plane_files(), ".plane")):
        target = HERE / folder
        target.mkdir(exist_ok=True)
        wanted = {name + extension: data.encode() if isinstance(data, str) else data for name, data in files}
        for stale in target.iterdir():
            if stale.name.startswith(("good_", "bad_", "odd_")) and stale.name not in wanted:
                stale.unlink()
        for name, data in wanted.items():
            (target / name).write_bytes(data)


if __name__ == "__main__":
    main()
