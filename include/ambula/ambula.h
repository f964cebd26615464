// Everything at once.
#pragma once

#include "ambula/agent.h"           // who walks
#include "ambula/clearance_mesh.h"  // what paths of any radius are searched on
#include "ambula/context.h"         // progress, cancellation, threads
#include "ambula/draw.h"            // pictures: SVG, GLB
#include "ambula/export.h"          // OBJ, JSON
#include "ambula/files.h"           // safe whole-file reading and writing
#include "ambula/frame.h"           // up axis and unit
#include "ambula/hash.h"            // stable 64-bit hashes
#include "ambula/ids.h"             // strong ids
#include "ambula/import.h"          // OBJ, glTF and, through assimp, many more
#include "ambula/io.h"              // the .ambula file
#include "ambula/lattice.h"         // the integer lattice
#include "ambula/links.h"           // steps, gaps and holes, joined
#include "ambula/navmesh.h"         // convex cells and portals
#include "ambula/query.h"           // where, how far, which way
#include "ambula/render.h"          // pictures: PNG
#include "ambula/result.h"          // Result<T>, Error
#include "ambula/scene.h"           // the triangle soup
#include "ambula/user_links.h"      // ladders, lifts, drops
#include "ambula/vec.h"             // small vectors
#include "ambula/verify.h"          // an independent check
#include "ambula/verify_navmesh.h"  // the same of the navmesh
#include "ambula/version.h"         // kVersion
#include "ambula/walkable.h"        // the walkable surface
#include "ambula/why.h"             // why there is mesh at a place, or not
